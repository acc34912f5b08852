// What `touchstone fuzz --help` prints, and the options that it describes.

import { CHECK_IDS, CHECKS } from '../../../fuzz/engine/checks.ts'

export const FUZZ_HELP = `touchstone fuzz ./app.js [OPTION]…
touchstone fuzz --url http://127.0.0.1:3000 --openapi openapi.json [OPTION]…

Reads the routes and schemas of an application, sends valid and invalid requests, and reports faults. The module exports
an instance, a function that makes one, or a plugin (app, options), as its default or as "app", "create" or "build".

  --max-requests N       (10000, and no limit with --max-time)
  --max-time TIME        such as 30s or 10m; no limit by default
  --seed N               equal seeds send equal requests (1)
  --timeout MS           until a request counts as unanswered, in milliseconds (2000)
  --check ID,…           only these checks; may be repeated
  --skip ID,…            all checks but these
  --profile lenient|strict
                         strict: each status and each property that is answered has to be declared (lenient)
  --workers N            so many processes, each with its own application, share the run (1); not with --url
  --shard I/N            one part of such a run, as a replay line says, or on a machine of its own
  --coverage auto|on|off requests that reach a new branch of the code are kept and varied; auto: where V8 can count (auto)
  --only ID              end with this finding and report no other, as a replay line does
  --auth-header VALUE    the authorization of every request, such as "Bearer KEY"
  --header "NAME: VALUE" a header of every request; may be repeated
  --config FILE          the key "fuzz" of this file: logins, seed and reset, routes, checks, rate; by default of
                         touchstone.config.js, .mjs or .json, where there is one
  --corpus FOLDER        first send what is saved there, and save new findings
  --har FILE             a recorded session: its requests are sent first, and its values are used later
  --baseline FILE        findings that are in this file are known and do not fail; those that are gone are told
  --ignore ID --why TEXT write this finding into the baseline, with the reason, and send nothing
  --promote ID           write a test of this finding of the corpus, and send nothing
  --to FILE              the file of that test (ID.test.mjs in the corpus)
  --framework npm:NAME@VERSION
                         the framework that a plugin is registered on, such as npm:fastify@4.17.0
  --import MODULE        a module to import before the application, such as a TypeScript loader
  --url URL --openapi FILE
                         a server in any language, by its OpenAPI document: 3.0 or 3.1, JSON or YAML; FILE may be an http address
  --coercion none|ajv|any
                         how that server reads bodies: values as they are (none), by the table of ajv, or any scalar for any other (any)
  --additional remove|keep|refuse|any
                         what it does with properties that a closed object does not declare (any: that is not judged)
  --report FORMAT[=FILE] json, junit, html, har, sarif, markdown; several with commas, or repeated; without FILE to touchstone-fuzz.json, .xml, …
  --snippets node|vitest|none
                         the test that is printed with a finding (none; with --only: node)
  --fail-on error|warning
                         whether warnings make the run fail (error)
  --deterministic        no times in the reports: equal runs give equal bytes
  --show-secrets         reports and tests have the keys and passwords that you gave
  --verbose              show the output of the application
  --help

Checks:
${CHECK_IDS.map((id) => `  ${id.padEnd(23)}${CHECKS[id].rule}`).join('\n')}

Exit codes: 0 nothing found, 1 something found, 2 the application does not boot or crashed, 3 wrong usage,
5 a file could not be written, 6 no route was reached, 7 a login or a function of the configuration failed, 130 interrupted.
`

export const FUZZ_OPTIONS = {
  'max-requests': { type: 'string' },
  'max-time': { type: 'string' },
  seed: { type: 'string' },
  timeout: { type: 'string' },
  check: { type: 'string', multiple: true },
  skip: { type: 'string', multiple: true },
  only: { type: 'string' },
  profile: { type: 'string' },
  coverage: { type: 'string' },
  workers: { type: 'string' },
  shard: { type: 'string' },
  'auth-header': { type: 'string' },
  header: { type: 'string', multiple: true },
  config: { type: 'string' },
  corpus: { type: 'string' },
  har: { type: 'string' },
  baseline: { type: 'string' },
  ignore: { type: 'string', multiple: true },
  why: { type: 'string' },
  promote: { type: 'string' },
  to: { type: 'string' },
  framework: { type: 'string' },
  import: { type: 'string', multiple: true },
  url: { type: 'string' },
  openapi: { type: 'string' },
  coercion: { type: 'string' },
  additional: { type: 'string' },
  report: { type: 'string', multiple: true },
  snippets: { type: 'string' },
  'fail-on': { type: 'string' },
  deterministic: { type: 'boolean' },
  'show-secrets': { type: 'boolean' },
  verbose: { type: 'boolean' },
} as const
