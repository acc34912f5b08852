// The words of a page that a reader of another framework may not know: each page explains those that it uses.

/** How a page is searched for a word, what is explained, and how. */
const TERMS: [uses: RegExp, term: string, meaning: string][] = [
  [
    /with a context of its own/,
    'a plugin with a context of its own',
    'declarations that hold for the routes inside it and inside the plugins in it, and for nothing beside or around it.',
  ],
  [
    /without a context of its own/,
    'a plugin without a context of its own',
    'as if its declarations stood where it stands.',
  ],
  [
    /has the member /,
    'each request has the member x: V',
    'a variable of the request, the reply or the application with the name x. It is there before anything else runs, and can be set.',
  ],
  [
    /answers "/,
    'answers "x"',
    'the text itself is the body, without quotes, as `text/plain; charset=utf-8`. An object or a list is answered as JSON.',
  ],
  [
    /notes /,
    'notes X',
    'appends X to `notes` of the route of the fixture, which begins empty and is never emptied. Behind a request stand the notes that came with it: those that were not there before it.',
  ],
  [
    /throws |schema of |statusCode/,
    'the default error answer',
    'an error that no error handler answers becomes JSON: `{"statusCode": 500, "error": "Internal Server Error", "message": "boom"}`, with its member `code` if it has one. The status is the `statusCode` of the error, else 500, and 400 for a request that violates a schema; `error` is the name of the status. A path that no route has is 404 in the same form. The text of `message` is graded apart.',
  ],
  [
    /error handler/,
    'the error handler',
    'answers what functions of its context throw, in place of the default error answer. The nearest one around the route answers; what it throws goes to the one around it.',
  ],
  [/not-found handler/, 'the not-found handler', 'answers requests below its prefix that no route takes.'],
  [
    /hook on[RSE]|hook pre/,
    'a hook',
    'a function that runs for each request of its context: those of the outer context first, then in the order in which they are declared, those of the route last. One that answers ends the request there.',
  ],
  [/hook onRequest/, 'onRequest', 'the head of the request is there.'],
  [/hook preParsing/, 'preParsing', 'before the body is read.'],
  [/hook preValidation/, 'preValidation', 'the body is parsed, the schemas have not been applied.'],
  [/hook preHandler/, 'preHandler', 'the request is valid; the handler of the route is next.'],
  [
    /hook preSerialization/,
    'preSerialization',
    'there is an answer that will become JSON. It does not run for a text.',
  ],
  [/hook onSend/, 'onSend', 'the bytes of the answer are there, and nothing is sent.'],
  [/hook onResponse/, 'onResponse', 'the answer is sent.'],
  [/hook onError/, 'onError', 'a function has thrown; before the error handler.'],
  [/body parser/, 'a body parser', 'turns the bytes of a body of this content type into `request.body`.'],
  [/if there is /, 'there is x', 'x has a value; `request.query.x` is the parameter x of the query string.'],
]

/** Of the words that a text uses, what they mean. */
export function termsIn(text: string): { term: string; meaning: string }[] {
  return TERMS.flatMap(([uses, term, meaning]) => (uses.test(text) ? [{ term, meaning }] : []))
}
