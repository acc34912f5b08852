/** Calls the functions of a configuration, which may throw or never end. */

/** A function of the configuration threw or did not end, or a login was refused: the run cannot go on. */
export class SetupError extends Error {
  override name = 'SetupError'
}

/** Milliseconds for one call; less where the whole run has less. */
export const PATIENCE = 30_000

/** The value of `call`. Rejects with a SetupError that names it. */
export async function called<T>(
  name: string,
  call: () => T | PromiseLike<T>,
  patience = PATIENCE,
): Promise<Awaited<T>> {
  let timer: NodeJS.Timeout | undefined
  try {
    const late = new Promise<never>((_, reject) => {
      const why = `it has not ended in ${patience / 1000} seconds`
      timer = setTimeout(() => reject(new Error(why)), patience)
    })
    return await Promise.race([call(), late])
  } catch (error) {
    if (error instanceof SetupError) throw error
    const said = error instanceof Error ? `${error.message}${placeOf(error)}` : String(error)
    throw new SetupError(`"${name}" of the configuration failed: ${said}`)
  } finally {
    clearTimeout(timer)
  }
}

/** The first line of the stack that is the user's. */
function placeOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^\s+at .*file:/.test(line))
  const frame = frames.find((line) => !line.includes('node_modules'))
  return frame === undefined ? '' : ` (${frame.trim()})`
}
