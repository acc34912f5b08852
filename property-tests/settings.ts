/** How the properties run: a fixed seed in the test run, a given one to look further, and what a failure prints. */

const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_401)
const factor = Number(process.env['FUZZ_FACTOR'] ?? 1)

/** Parameters for `fc.assert`: `numRuns` as in the test run; FUZZ_FACTOR multiplies it, FUZZ_SEED changes the seed. */
export function runs(numRuns: number): { seed: number; numRuns: number } {
  return { seed, numRuns: Math.max(1, Math.round(numRuns * factor)) }
}
