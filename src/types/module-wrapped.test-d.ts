/** E11: a wrapped plugin as a module of its own. */
import { plugin } from './harness.test-d.ts'
import type { Instance } from './instance.ts'

export default plugin(async (app: Instance) => app.decorate('fromModule', 1))
