// What `touchstone fuzz-schema --help` prints, and the options that it describes.

export const STUDY_HELP = `touchstone fuzz-schema FILE.json [--shared FILE.json]… [OPTION]…

Studies one JSON Schema with the framework: what it accepts, what coercion changes, what it rejects and with which message, and
where the serializer does not return what the validator accepted.

  --at POINTER      the schema at this JSON pointer, such as /definitions/user
  --shared FILE     a schema with an $id that references name; may be repeated
  --runs N          random values, beside those at the edges (200)
  --seed N          other random values (1)
  --most N          maximum lines of each list (12)
  --max-time TIME   end a study that takes longer, such as 30s or 10m (60s)
  --json            print the whole study as JSON
  --help

Exit codes: 0 validator and serializer agree, 1 they disagree or validation loses data, 2 the schema does not compile or takes too
long, 3 wrong usage, 6 no value was found that the schema accepts, 130 interrupted.
`

export const STUDY_OPTIONS = {
  at: { type: 'string' },
  shared: { type: 'string', multiple: true },
  runs: { type: 'string' },
  seed: { type: 'string' },
  most: { type: 'string' },
  'max-time': { type: 'string' },
  json: { type: 'boolean' },
} as const
