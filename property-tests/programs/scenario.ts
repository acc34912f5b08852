/** A random program with its requests. */
import fc from 'fast-check'
import type { Json, SendForm } from '../../spec/case.ts'
import type { Scenario } from '../property/property.ts'
import { program } from './statements.ts'
import { factoryOptions } from './values.ts'

const send: fc.Arbitrary<SendForm> = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'HEAD', 'PUT', 'OPTIONS', 'DELETE'),
    url: fc.constantFrom('/', '/a', '/a/', '/a/b', '/7', '/7/x', '/p', '/p/', '/p/a', '/p/7', '/p/q/a', '//', '/none', '/p/none', '/f.txt', '/%41', '/%C3%A9', '/a%20b', '/moved', '/A', '/a?n=1', '/a?n=x', '/a?x=1&y=2', '/f/a', '/%', '/a;b=1', '/pid/a'),
    body: fc.option(fc.constantFrom<Partial<SendForm>>(
      { json: { n: 1 } }, { json: { n: 'x', extra: true } }, { json: 'text' }, { text: '{', contentType: 'application/json' },
      { text: 'plain', contentType: 'text/plain' }, { text: 'x', contentType: 'application/x' }, { text: '', contentType: 'application/json' },
      { text: 'a=1', contentType: 'application/y' }, { text: 'z', contentType: 'application/zz' },
    ), { freq: 2, nil: null }),
    headers: fc.option(fc.constantFrom<{ [name: string]: Json }>({ 'x-a': '1' }, { 'accept-version': '1.x' }, { host: 'example.com' }, { n: '5' }, { 'x-id': 'given' }), { freq: 3, nil: null }),
  })
  .map(({ method, url, body, headers }) => ({
    ...(method === 'GET' ? {} : { method }),
    url,
    ...(body === null || method === 'GET' || method === 'HEAD' ? {} : body),
    ...(headers === null ? {} : { headers }),
  })) // biome-ignore format: one line for each part

export const scenario: fc.Arbitrary<Scenario> = fc
  .tuple(
    fc.option(factoryOptions, { freq: 2, nil: null }),
    program,
    fc.array(send, { minLength: 1, maxLength: 5 }),
  )
  .map(([options, body, sends]) => ({
    app: { options: { ...options, logger: { $logger: 'info' } }, do: body },
    sends,
  }))
