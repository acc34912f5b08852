// The other side of the protocol for adapters in JavaScript: reads commands, asks the adapter, writes answers.

import type { Json } from '../../spec/case.ts'
import type { Adapter, Application, Recorder } from '../contract/adapter.ts'
import { SkippedError } from '../contract/faults.ts'
import { createRecorder } from '../contract/recorder.ts'
import { CAPABILITIES } from '../contract/requirements.ts'
import { BEHAVIOUR_NAMES } from '../language/behaviours.ts'
import { describe } from '../language/describe.ts'
import { LineReader } from './lines.ts'
import {
  type Answer,
  type Command,
  type CommandName,
  type Commands,
  faultOfCommand,
  PROTOCOL,
} from './messages-schema.ts'
import { formOfAnswer, requestOfForm } from './wire.ts'

interface Hosted {
  application: Application
  recorder: Recorder
  /** So many lines of the log were told; they stay, as a program may ask for all of them. */
  told: number
}

type Reply = Omit<Answer, 'id'>
type Acts = { [C in CommandName]: (command: Commands[C]['in']) => Promise<Commands[C]['out']> }

/** Answers until `stop`, or until the input ends. */
export async function host(
  adapter: Adapter,
  input: AsyncIterable<Buffer | string>,
  write: (line: string) => void,
): Promise<void> {
  const acts = actsOf(adapter)
  const reader = new LineReader()
  const answer = async (command: Command): Promise<void> => {
    const fault = faultOfCommand(command)
    const reply =
      fault === undefined ? await act(acts, command) : { error: { name: 'Error', message: fault } }
    write(JSON.stringify({ id: command.id, ...reply }))
  }
  for await (const piece of input) {
    for (const line of reader.take(Buffer.from(piece))) {
      if (line.trim() === '') continue
      const command = commandOf(line)
      if (command === null) continue
      const answered = answer(command)
      if (command.cmd === 'stop') return answered
    }
  }
}

/** Null if there is no id to answer: the fault is printed to stderr, and the next line is read. */
function commandOf(line: string): Command | null {
  try {
    const command = JSON.parse(line) as Command | null
    if (Number.isInteger(command?.id)) return command
  } catch {
    // reported below, as JSON that is not a command
  }
  process.stderr.write(
    `no command: ${JSON.stringify(line.slice(0, 200))}; right would be a line such as {"id":1,"cmd":"ping"}\n`,
  )
  return null
}

async function act(acts: Acts, command: Command): Promise<Reply> {
  try {
    return { ok: await acts[command.cmd](command as never) }
  } catch (error) {
    if (error instanceof SkippedError) return { skipped: { message: error.message } }
    return { error: describe(error) }
  }
}

function actsOf(adapter: Adapter): Acts {
  const apps = new Map<string, Hosted>()
  const hosted = (app: string): Hosted => {
    const found = apps.get(app)
    if (!found) throw new Error(`there is no application ${app}`)
    return found
  }
  return {
    start: async () => {
      const { name, version, language = 'JavaScript' } = adapter
      const capabilities = adapter.declares ?? CAPABILITIES.filter((one) => !adapter.lacks.includes(one))
      return { protocol: PROTOCOL, implementation: { name, version, language }, capabilities }
    },
    behaviours: async () => adapter.behaviours ?? [...BEHAVIOUR_NAMES],
    ping: async () => ({}),
    build: async ({ app, doc }) => {
      const recorder = createRecorder()
      apps.set(app, { recorder, told: 0, application: await adapter.build(doc, recorder) })
      return {}
    },
    ready: async ({ app }) => {
      await hosted(app).application.ready()
      return {}
    },
    listen: async ({ app, options }) => ({
      host: '127.0.0.1',
      port: await hosted(app).application.listen(options),
    }),
    inject: async ({ app, request }) =>
      formOfAnswer(await hosted(app).application.inject(requestOfForm(request))),
    run: async ({ app, program }) => ({ value: describe(await hosted(app).application.run(program)) }),
    gate: async ({ app, gate }) => {
      await hosted(app).recorder.gate(gate)
      return {}
    },
    open: async ({ app, gate }) => {
      hosted(app).recorder.openGate(gate)
      return {}
    },
    drain: async ({ app }) => {
      const one = hosted(app)
      const { trace, probes, log } = one.recorder
      const fresh = log.slice(one.told)
      one.told = log.length
      return {
        trace: trace.splice(0),
        probes: Object.fromEntries(probes) as Record<string, Json>,
        log: fresh,
      }
    },
    close: async ({ app, end }) => {
      const { application } = hosted(app)
      if (end) apps.delete(app)
      await application.close()
      return {}
    },
    stop: async () => ({}),
  }
}
