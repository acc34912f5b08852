// Faux implementations whose answers are wrong: statuses, bodies, what is validated and what is written.

import { changed, eachResponse, type Faux, face, forceStatus, override } from './faux.ts'

export const WRONG_ANSWERS: Faux[] = [
  {
    name: 'always-200',
    defect: 'answers everything with 200',
    filter: ['rule:ERT-1', 'rule:NF-1'],
    adapter: changed('always-200', {
      instance: (root) => eachResponse(root, (res) => forceStatus(res, () => 200)),
    }),
  },
  {
    name: 'always-400',
    defect: 'answers everything with 400',
    filter: ['rule:ERT-1', 'rule:OPS-code'],
    adapter: changed('always-400', {
      instance: (root) => eachResponse(root, (res) => forceStatus(res, () => 400)),
    }),
  },
  {
    name: 'never-validates',
    defect: 'admits every request whatever its schema says',
    filter: ['rule:KW-*', 'rule:VAL-2'],
    adapter: changed('never-validates', {
      instance: (root) => {
        ;(root['setValidatorCompiler'] as (make: unknown) => void)(() => () => true)
      },
    }),
  },
  {
    name: 'echo-raw',
    defect: 'coerces nothing: the handler sees what came',
    filter: ['rule:COE-*', 'rule:VAL-3'],
    adapter: changed('echo-raw', {
      options: (options) => {
        const ajv = (options['ajv'] ?? {}) as { customOptions?: object }
        return { ...options, ajv: { ...ajv, customOptions: { ...ajv.customOptions, coerceTypes: false } } }
      },
    }),
  },
  {
    name: 'leaky-serializer',
    defect: 'writes every property, declared or not',
    filter: ['rule:SER-1', 'rule:SER-2', 'rule:SVC-6'],
    adapter: changed('leaky-serializer', {
      instance: (root) => {
        ;(root['setSerializerCompiler'] as (make: unknown) => void)(() => JSON.stringify)
      },
    }),
  },
  {
    name: 'leaks-error-details',
    defect: 'sends the stack of an error to the client',
    filter: ['rule:SEC-10-a', 'rule:ERA-4'],
    adapter: changed('leaks-error-details', {
      instance: (root) => {
        const handler = (error: Error & { statusCode?: number }, _: unknown, reply: Answering) =>
          reply.code(error.statusCode ?? 500).send({ message: error.message, stack: error.stack })
        ;(root['setErrorHandler'] as (handler: unknown) => void)(handler)
      },
    }),
  },
  {
    name: 'ignores-formatter',
    defect: 'words validation errors in its own way only',
    filter: ['rule:ERH-2', 'rule:OPS-setSchemaErrorFormatter'],
    adapter: changed('ignores-formatter', {
      instance: (root) =>
        override(
          root,
          'setSchemaErrorFormatter',
          () =>
            function () {
              return this
            },
        ),
    }),
  },
  {
    name: 'unlimited-body',
    defect: 'reads a body of any length',
    filter: ['rule:CTP-10', 'rule:NS-LIMITS'],
    adapter: changed('unlimited-body', { options: (options) => ({ ...options, bodyLimit: 2 ** 30 }) }),
  },
  {
    name: 'prototype-naive',
    defect: 'lets keys through that reach a prototype',
    filter: ['rule:SEC-3-*', 'rule:CTP-14'],
    adapter: changed('prototype-naive', {
      options: (options) => ({ ...options, onProtoPoisoning: 'ignore', onConstructorPoisoning: 'ignore' }),
    }),
  },
  {
    name: 'lies-about-capabilities',
    defect: 'says that it has strict responses, and has not',
    filter: ['rule:RUL-10-*', 'rule:SEC-15-e'],
    adapter: changed('lies-about-capabilities', {
      options: ({ strictResponses: _, ...options }) => options,
    }),
  },
  {
    name: 'hides-capabilities',
    defect: 'says that it lacks what it has: nothing fails, the cases are skipped',
    filter: ['rule:RUL-10-*', 'rule:SEC-15-e'],
    adapter: changed('hides-capabilities', {
      parts: {
        lacks: ['strict-responses', 'body-content-map', 'line-5', 'line-options', 'touchstone-version'],
      },
    }),
  },
  {
    name: 'open-door',
    defect: 'accepts every bearer token',
    filter: ['area:auth'],
    adapter: changed('open-door', {
      parts: {
        bearerAuth: Object.assign(async () => undefined, { [Symbol.for('skip-override')]: true }),
      },
    }),
  },
  {
    name: 'honest',
    defect: 'none: the suite has nothing to say of it',
    filter: ['area:encapsulation'],
    adapter: changed('honest', { parts: { wrap: face.plugin } }),
  },
]

interface Answering {
  code(status: number): { send(payload: unknown): unknown }
}
