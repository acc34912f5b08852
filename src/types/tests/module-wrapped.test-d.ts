/** E11: a wrapped plugin as a module of its own. */

import type { Instance } from '../app/instance.ts'
import { plugin } from './harness.test-d.ts'

export default plugin(async (app: Instance) => app.decorate('fromModule', 1))
