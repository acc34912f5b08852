// The shape of a command: its help, its options, and what runs with their values.

import { type ParseArgsConfig, parseArgs } from 'node:util'
import { EXIT, UsageError } from './usage.ts'

export type Options = NonNullable<ParseArgsConfig['options']>

/** The values of options, as `parseArgs` types them. */
export type ValuesOf<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>
>['values']

export interface Command {
  readonly help: string
  /** Resolves to the exit code. Wrong usage rejects with a UsageError. */
  run(argv: string[]): Promise<number>
}

export interface Definition<O extends Options> {
  name: string
  help: string
  options: O
  run(values: ValuesOf<O>, positionals: string[]): number | Promise<number>
}

export function defineCommand<const O extends Options>({ name, help, options, run }: Definition<O>): Command {
  return {
    help,
    async run(argv) {
      const all = { ...options, help: { type: 'boolean' } } as const
      refuseUnknown(name, argv, all)
      const { values, positionals } = parse(argv, all, help)
      if (!('help' in values && values.help)) return run(values as ValuesOf<O>, positionals)
      process.stdout.write(help)
      return EXIT.ok
    },
  }
}

function refuseUnknown(name: string, argv: string[], options: Options): void {
  const { tokens } = parseArgs({ args: argv, options, allowPositionals: true, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(options, token.name)) continue
    const known = Object.keys(options).map((option) => `--${option}`)
    throw new UsageError(
      `touchstone ${name} has no option ${token.rawName}. Its options: ${known.join(', ')}.`,
    )
  }
}

function parse<O extends Options>(args: string[], options: O, help: string) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message, help)
  }
}
