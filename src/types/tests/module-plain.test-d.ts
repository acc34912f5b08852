/** E11: an encapsulated plugin as a module of its own. */
import type { Instance } from '../app/instance.ts'

export default async function plain(app: Instance, _options: { a?: 1 }) {
  app.get('/', () => 1)
}
