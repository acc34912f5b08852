// The small cases that the doctor runs on an adapter; their answers are beyond dispute.

import type { Case, Exchange, Json, Program } from '../../spec/case.ts'

export interface DoctorCase {
  /** What is looked at, as it stands behind the ✓. */
  name: string
  /** What to do where it fails. */
  advice: string
  body: Case
}

function caseOf(id: string, program: Program, exchanges: Exchange[]): Case {
  return { id, rules: [], source: 'mission', level: 'MUST', prose: '', app: { do: program }, exchanges }
}

const get = (id: string, url: string, expect: Exchange['expect']): Exchange => ({
  id,
  polarity: 'positive',
  send: { url },
  expect,
})

const post = (id: string, url: string, json: Json, expect: Exchange['expect']): Exchange => ({
  id,
  polarity: 'positive',
  send: { method: 'POST', url, json },
  expect,
})

export const DOCTOR_CASES: DoctorCase[] = [
  {
    name: 'answers a request',
    advice:
      'build() makes a route of {"get": "/", "do": […]}, and {"send": "hello"} in it answers 200 with that text',
    body: caseOf(
      'doctor-answer',
      [{ get: '/', do: [{ send: 'hello' }] }],
      [get('hello', '/', { status: 200, text: 'hello' })],
    ),
  },
  {
    name: 'answers each route, and 404 where there is no route',
    advice: 'routes are distinguished by method and path, and a request without a route gets a 404',
    body: caseOf(
      'doctor-routes',
      [
        { get: '/a', do: [{ send: 'a' }] },
        { post: '/a', do: [{ code: 201 }, { send: 'b' }] },
      ],
      [
        get('get', '/a', { status: 200, text: 'a' }),
        post('post', '/a', {}, { status: 201, text: 'b' }),
        get('none', '/none', { status: 404 }),
      ],
    ),
  },
  {
    name: 'reports traces',
    advice:
      'a {"trace": "x"} adds {"value": "x", "via": "GET /"} to the trace; the next drain returns the trace and empties it',
    body: caseOf(
      'doctor-trace',
      [{ get: '/', do: [{ trace: 'in' }, { send: 'x' }] }],
      [get('first', '/', { status: 200, trace: ['in'] }), get('again', '/', { status: 200, trace: ['in'] })],
    ),
  },
  {
    name: 'sends JSON',
    advice:
      'a payload that is not text is sent as JSON, with the content type application/json; charset=utf-8',
    body: caseOf(
      'doctor-json',
      [{ get: '/', do: [{ send: { a: [1, null, 'é'] } }] }],
      [
        get('json', '/', {
          status: 200,
          json: { a: [1, null, 'é'] },
          headers: { 'content-type': 'application/json; charset=utf-8' },
        }),
      ],
    ),
  },
  {
    name: 'accepts all where a schema allows all',
    advice: 'a body that its schema allows reaches the handler',
    body: caseOf(
      'doctor-accept',
      [{ post: '/', schema: { body: { type: 'object' } }, do: [{ send: 'in' }] }],
      [post('accepted', '/', { any: 1 }, { status: 200, text: 'in' })],
    ),
  },
  {
    name: 'rejects all where a schema allows nothing',
    advice: 'a body that its schema refuses is answered with 400, and the handler does not run',
    body: caseOf(
      'doctor-reject',
      [{ post: '/', schema: { body: { type: 'object', not: {} } }, do: [{ trace: 'in' }, { send: 'in' }] }],
      [post('rejected', '/', { any: 1 }, { status: 400, trace: [] })],
    ),
  },
  {
    name: 'follows a $ref to a shared schema',
    advice:
      '{"addSchema": {"$id": "count", …}} makes it known, and {"$ref": "count#"} in a schema stands for it',
    body: caseOf(
      'doctor-ref',
      [
        { addSchema: { $id: 'count', type: 'integer', minimum: 1 } },
        {
          post: '/',
          schema: { body: { type: 'object', properties: { n: { $ref: 'count#' } } } },
          do: [{ send: 'in' }],
        },
      ],
      [post('right', '/', { n: 2 }, { status: 200 }), post('wrong', '/', { n: 0 }, { status: 400 })],
    ),
  },
  {
    name: 'gives a request its decorator',
    advice: '{"decorateRequest": ["user", "ann"]} is what {"$get": "request.user"} reads in a handler',
    body: caseOf(
      'doctor-decorator',
      [{ decorateRequest: ['user', 'ann'] }, { get: '/', do: [{ send: { $get: 'request.user' } }] }],
      [get('ann', '/', { status: 200, text: 'ann' })],
    ),
  },
  {
    name: 'runs a hook before the handler',
    advice: '{"addHook": ["onRequest", […]]} runs its program before the handler of each request',
    body: caseOf(
      'doctor-hook',
      [
        { addHook: ['onRequest', [{ trace: 'hook' }]] },
        { get: '/', do: [{ trace: 'handler' }, { send: 'x' }] },
      ],
      [get('order', '/', { status: 200, trace: ['hook', 'handler'] })],
    ),
  },
  {
    name: 'lets two requests overlap',
    advice:
      'a handler that waits at a gate holds up no other request and no other command: answer by id, in any order, and run each command as a task of its own',
    body: caseOf(
      'doctor-overlap',
      [
        { get: '/waits', do: [{ open: 'in' }, { wait: 'go' }, { send: 'waited' }] },
        { get: '/opens', do: [{ open: 'go' }, { send: 'opened' }] },
      ],
      [
        { ...get('waits', '/waits', { status: 200, text: 'waited' }), parallel: 'p' },
        { ...get('opens', '/opens', { status: 200, text: 'opened' }), parallel: 'p', when: 'in' },
      ],
    ),
  },
]
