// Checks an adapter before the implementation behind it is judged; each failed check has advice.

import type { Case, Transport } from '../../spec/case.ts'
import { listIn } from '../../spec/data.ts'
import { specificationFolder } from '../../spec/load.ts'
import { type ConnectOptions, connectAdapter } from '../adapters/connectable.ts'
import type { Adapter, Application } from '../contract/adapter.ts'
import { within } from '../contract/deadline.ts'
import { createRecorder } from '../contract/recorder.ts'
import { CAPABILITIES, requirementsOf, unknownCapabilities } from '../contract/requirements.ts'
import type { Cell } from '../contract/result.ts'
import { executeCase } from '../run/execute.ts'
import { Connection } from '../wire/socket.ts'
import { DOCTOR_CASES, type DoctorCase } from './doctor-cases.ts'
import { runGolden } from './golden.ts'

export interface Check {
  name: string
  outcome: 'ok' | 'wrong' | 'left-out'
  /** What was seen instead, or why it was left out. */
  detail?: string
  advice?: string
}

interface Behaviour {
  id: string
  truth: Pick<Case, 'app' | 'exchanges'>
}

const BEHAVIOURS: Behaviour[] = listIn(`${specificationFolder()}behaviours.json`, 'behaviours')

/** Tells each check as soon as it is made; the last word is whether all are well. */
export async function examine(
  connectable: string,
  tell: (check: Check) => void,
  options: ConnectOptions = {},
): Promise<boolean> {
  let well = true
  const say = (check: Check): void => {
    well &&= check.outcome !== 'wrong'
    tell(check)
  }
  const adapter = await start(connectable, say, options)
  if (!adapter) return false
  for (const check of checkDescription(adapter)) say(check)
  for (const one of DOCTOR_CASES) for (const check of await checkCase(adapter, one)) say(check)
  for (const check of await checkBehaviours(adapter)) say(check)
  say(await checkInterpreter(adapter))
  say(await checkClosing(adapter))
  say(await checkStopping(adapter))
  return well
}

async function start(
  connectable: string,
  say: (check: Check) => void,
  options: ConnectOptions,
): Promise<Adapter | null> {
  try {
    const adapter = await connectAdapter(connectable, options)
    const language = adapter.language === undefined ? '' : ` in ${adapter.language}`
    say({ name: `starts: ${adapter.name} ${adapter.version}${language}`, outcome: 'ok' })
    return adapter
  } catch (error) {
    say({
      name: 'starts',
      outcome: 'wrong',
      detail: (error as Error).message,
      advice: 'fix this first, nothing else can be checked; conformance/ADAPTERS.md explains each message',
    })
    return null
  }
}

function checkDescription(adapter: Adapter): Check[] {
  const declared = adapter.declares ?? CAPABILITIES.filter((one) => !adapter.lacks.includes(one))
  const unknown = unknownCapabilities(adapter.declares ?? adapter.lacks)
  const checks: Check[] = [
    unknown.length === 0
      ? {
          name: `declares ${declared.length} of ${CAPABILITIES.length} capabilities, all of the vocabulary`,
          outcome: 'ok',
        }
      : {
          name: 'declares capabilities of the vocabulary',
          outcome: 'wrong',
          detail: `there is no capability ${unknown.join(', ')}`,
          advice: `use names of spec/capabilities.json: ${CAPABILITIES.join(', ')}`,
        },
  ]
  if (!declared.includes('inject') && !declared.includes('socket'))
    checks.push({
      name: 'can be asked',
      outcome: 'wrong',
      detail: 'neither inject nor socket is declared',
      advice: 'declare inject, socket or both: without one of them no request reaches the implementation',
    })
  const strange = (adapter.behaviours ?? []).filter((id) => BEHAVIOURS.every((one) => one.id !== id))
  if (strange.length > 0)
    checks.push({
      name: 'offers behaviours of the list',
      outcome: 'wrong',
      detail: `there is no behaviour ${strange.join(', ')}`,
      advice: `use names of spec/behaviours.json: ${BEHAVIOURS.map((one) => one.id).join(', ')}`,
    })
  return checks
}

function doorsOf(adapter: Adapter): Transport[] {
  return (['inject', 'socket'] as Transport[]).filter((one) => !adapter.lacks.includes(one))
}

async function checkCase(adapter: Adapter, one: DoctorCase): Promise<Check[]> {
  const lacking = requirementsOf(one.body).capabilities.filter((need) => adapter.lacks.includes(need))
  if (lacking.length > 0)
    return [{ name: one.name, outcome: 'left-out', detail: `${lacking.join(', ')} is not declared` }]
  const cells = await executeCase(adapter, one.body, doorsOf(adapter))
  return [...cells].map(([transport, byExchange]) => {
    const name = `${one.name} (${transport})`
    const wrong = [...byExchange].find(([, cell]) => cell.outcome !== 'pass')
    if (!wrong) return { name, outcome: 'ok' }
    const [id, cell] = wrong
    const send = one.body.exchanges.find((exchange) => exchange.id === id)?.send
    const asked = `${send?.method ?? 'GET'} ${String(send?.url ?? '')}`
    return { name, outcome: 'wrong', detail: `${asked}: ${tellCell(cell)}`, advice: one.advice }
  })
}

function tellCell({ outcome, reason, difference, observed }: Cell): string {
  if (!difference) return `${outcome}: ${reason ?? ''}`
  const { pointer, expected, actual } = difference
  const rest =
    pointer === '/status' && observed?.answer ? `, with the body ${observed.answer.text.slice(0, 200)}` : ''
  return `${pointer} is ${JSON.stringify(actual) ?? 'not there'} instead of ${JSON.stringify(expected)}${rest}`
}

async function checkBehaviours(adapter: Adapter): Promise<Check[]> {
  const checks: Check[] = []
  for (const { id, truth } of BEHAVIOURS) {
    if (adapter.behaviours && !adapter.behaviours.includes(id)) continue
    const body: Case = { id, rules: [], source: 'mission', level: 'MUST', prose: '', ...truth }
    checks.push(
      ...(await checkCase(adapter, {
        name: `behaviour ${id}`,
        advice: `make it do what spec/behaviours.json says, or remove it from the list of behaviours`,
        body,
      })),
    )
  }
  return checks
}

/** What it cannot do may be no capability that it declares; what it does otherwise is wrong. */
async function checkInterpreter(adapter: Adapter): Promise<Check> {
  const name = 'interprets the golden tests'
  if (adapter.lacks.includes('boot-by-hand'))
    return { name, outcome: 'left-out', detail: 'boot-by-hand is not declared' }
  const results = await runGolden(adapter)
  const wrong = results.filter(({ outcome }) => outcome === 'wrong')
  const cannot = results.filter(({ outcome }) => outcome === 'cannot').map(({ id }) => id)
  if (wrong.length > 0)
    return {
      name,
      outcome: 'wrong',
      detail: wrong.map(({ id, detail }) => `${id}: ${detail}`).join('; '),
      advice: 'docs/tools/language.md tells of the golden tests; spec/FORMAT.md defines each word',
    }
  const told = cannot.length === 0 ? '' : `; not ${cannot.join(', ')}`
  return { name: `${name}: ${results.length - cannot.length} of ${results.length}${told}`, outcome: 'ok' }
}

const CLOSE_LIMIT = 2000

/** A closed application accepts no connection, and frees its port. */
async function checkClosing(adapter: Adapter): Promise<Check> {
  const name = 'closes an application and leaves its port'
  if (adapter.lacks.includes('socket')) return { name, outcome: 'left-out', detail: 'socket is not declared' }
  const advice =
    'close() ends the server: connections that are idle too, so that its port refuses the next one'
  let app: Application | undefined
  try {
    app = await adapter.build({ do: [{ get: '/', do: [{ send: 'x' }] }] }, createRecorder())
    const port = await app.listen({ port: 0, host: '127.0.0.1' })
    const idle = await Connection.open(port, app.host)
    // A connection that has served a request and waits for the next one, as browsers keep them.
    await idle.write(Buffer.from('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'))
    await idle.answer('GET')
    await within(CLOSE_LIMIT * (adapter.pace ?? 1), 'closing, with an idle connection open,', app.close())
    idle.destroy()
    const open = await Connection.open(port, app.host).then(
      (connection) => {
        connection.destroy()
        return true
      },
      () => false,
    )
    return open
      ? { name, outcome: 'wrong', detail: 'the port still takes connections', advice }
      : { name, outcome: 'ok' }
  } catch (error) {
    return { name, outcome: 'wrong', detail: tellThrown(error), advice }
  } finally {
    await app?.end?.().catch(() => undefined)
  }
}

async function checkStopping(adapter: Adapter): Promise<Check> {
  const name = 'ends after stop'
  if (!adapter.stop) return { name, outcome: 'left-out', detail: 'it runs in this process' }
  const how = await adapter.stop()
  if (how === undefined) return { name, outcome: 'ok' }
  return {
    name,
    outcome: 'wrong',
    detail: how,
    advice:
      'answer stop with {"id": …, "ok": {}}, and end the process with exit code 0, or close the connection',
  }
}

function tellThrown(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : String(JSON.stringify(error))
}
