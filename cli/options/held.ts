// Modules of the user that were imported, as a configuration is: a timer or a connection of theirs would keep a tool that is done.

let isHeld = false

export function mayHold(): void {
  isHeld = true
}

/** Ends the process where a module of the user may hold it; `process.exitCode` is set. What was printed is out by then. */
export function letGo(): void {
  if (isHeld) setImmediate(() => process.stdout.write('', () => process.exit()))
}
