/** The program that asks `touchstone fixtures` for each fixture: in one process, as each start of node takes most of a second. */
export const FIXTURES = `
import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'

EventEmitter.defaultMaxListeners = 0 // each command listens to what ends it
const bin = pathToFileURL('node_modules/touchstone/dist/cli/touchstone.js').href
const [part, parts] = process.argv[2].split('/').map(Number)
const print = process.stdout.write.bind(process.stdout)
let output = ''
let runs = 0
let wrong = 0
process.stdout.write = (text, ...rest) => {
  output += text
  rest.find((one) => typeof one === 'function')?.()
  return true
}
async function run(...args) {
  output = ''
  process.exitCode = undefined
  process.argv = [process.execPath, 'touchstone', ...args]
  await import(bin + '?' + ++runs) // the module of the command anew, all others as they are
  return { code: process.exitCode, text: output }
}
function hold(holds, args, { code, text }) {
  if (holds) return
  wrong++
  print('touchstone ' + args.join(' ') + ' ended with ' + code + ': ' + text.slice(-500) + '\\n')
}
const { text } = await run('fixtures', 'list')
const all = [...text.matchAll(/^([\\w-]+) +\\d+  /gm)].map(([, name]) => name)
const own = all.filter((_, at) => at % parts === part)
for (const name of own) {
  for (const form of [[], ['--json'], ['--openapi'], ['--svg']]) {
    const args = ['fixtures', 'show', name, ...form]
    const shown = await run(...args)
    hold(shown.code === 0 && shown.text.length > 200, args, shown)
  }
  const served = run('fixtures', 'serve', name)
  served.catch((error) => hold(false, ['fixtures', 'serve', name], { text: error.message }))
  while (!/http:\\S+/.test(output)) await new Promise((resolve) => setTimeout(resolve, 5))
  const args = ['fixtures', 'check', name, /http:\\S+/.exec(output)[0]]
  const checked = await run(...args)
  hold(checked.code === 0, args, checked)
}
print(own.length + ' fixtures\\n')
process.exit(wrong === 0 ? 0 : 1)
`
