// The shape of a command: its help, its options, and what runs with their values.

import { type ParseArgsConfig, parseArgs } from 'node:util'
import { didYouMean } from '../../conformance/markup/suggest.ts'
import { EXIT, UsageError } from './usage.ts'

export type Options = NonNullable<ParseArgsConfig['options']>

/** The values of options, as `parseArgs` types them. */
export type ValuesOf<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>
>['values']

export interface Command {
  /** All of it: how it is called, its options, its exit codes and its examples. */
  readonly help: string
  /** Resolves to the exit code. Wrong usage rejects with a UsageError. */
  run(argv: string[]): Promise<number>
}

/** A command line, and what it does. */
export type Example = readonly [line: string, what: string]

export interface Definition<O extends Options> {
  name: string
  /** How it is called, an empty line, what it does, an empty line, and the rest. */
  help: string
  examples: readonly [Example, Example]
  options: O
  run(values: ValuesOf<O>, positionals: string[]): number | Promise<number>
}

export function defineCommand<const O extends Options>(definition: Definition<O>): Command {
  const { name, options, run } = definition
  const help = `${definition.help}\n${exampleLines(definition.examples)}`
  return {
    help,
    async run(argv) {
      const all = { ...options, help: { type: 'boolean', short: 'h' } } as const
      refuseUnknown(name, argv, all)
      const { values, positionals } = parse(name, argv, all)
      if (!('help' in values && values.help)) return run(values as ValuesOf<O>, positionals)
      process.stdout.write(argv.includes('--help') ? help : shortHelp(definition))
      return EXIT.ok
    },
  }
}

/** What `-h` prints: a screen at most. */
function shortHelp<O extends Options>({ name, help, examples, options }: Definition<O>): string {
  const [usage = '', about = ''] = help.split('\n\n')
  const [sentence = ''] = /^.*?\.(?=\s|$)/s.exec(about) ?? [about]
  const names = Object.keys(options).map((option) => `--${option}`)
  return [
    `${usage}\n`,
    `${sentence.replaceAll('\n', ' ')}\n`,
    exampleLines(examples),
    ...(names.length === 0 ? [] : [`${wrapped(`Options: ${names.join(' ')}`)}\n`]),
    `touchstone ${name} --help describes all of it.\n`,
  ].join('\n')
}

function exampleLines(examples: readonly Example[]): string {
  return `Examples:\n${examples.map(([line, what]) => `  ${line}\n      ${what}\n`).join('')}`
}

const WIDTH = 100

function wrapped(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    if ((lines.at(-1) as string).length + word.length >= WIDTH) lines.push('        ')
    lines.push(`${lines.pop()}${word} `)
  }
  return lines.map((line) => line.trimEnd()).join('\n')
}

function refuseUnknown(name: string, argv: string[], options: Options): void {
  const { tokens } = parseArgs({ args: argv, options, allowPositionals: true, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(options, token.name)) continue
    const known = Object.keys(options)
    const meant = didYouMean(token.name, known, (one) => `--${one}`)
    const all = meant === '' ? ` Its options: ${known.map((one) => `--${one}`).join(', ')}.` : ''
    throw new UsageError(
      `touchstone ${name} has no option ${token.rawName}.${meant}${all} touchstone ${name} --help describes them.`,
    )
  }
}

function parse<O extends Options>(name: string, args: string[], options: O) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}. touchstone ${name} -h shows how it is used.`)
  }
}
