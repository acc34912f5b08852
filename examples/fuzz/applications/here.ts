/** The application of the working folder, as the module of a user: with all of its defects, or those that the environment chooses. */
import { basename } from 'node:path'
import { APPLICATIONS } from './all.ts'
import { FRAMEWORKS } from './frameworks.ts'
import { defectsOf, VARIABLE } from './measure/defects-of.ts'

const application = APPLICATIONS.find(({ name }) => name === basename(process.cwd()))
if (!application)
  throw new Error('Start it in the folder of an application, such as examples/fuzz/applications/shop.')

export const create = () =>
  application.build(FRAMEWORKS.touchstone, defectsOf(application, process.env[VARIABLE] ?? 'all'))
