/** The master seed of the test run, and how to choose another one. */

/** Fixed, so that the test run is the same each time; FUZZ_SEED looks elsewhere. */
export const SEED: number = Number(process.env['FUZZ_SEED'] ?? 20_260_401)
