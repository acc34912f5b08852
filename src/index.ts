/** The public face: names only, no code. */
import { create } from './app.ts'
import { wrapPlugin } from './boot/plugin.ts'
import { errorCodes } from './errors.ts'
import { bearerAuth } from './plugins/bearer-auth.ts'

const touchstone = create
const plugin = wrapPlugin

export { bearerAuth, errorCodes, plugin, touchstone }
export default touchstone

const cjs = Object.assign(touchstone, { default: touchstone, touchstone, plugin, bearerAuth, errorCodes })

export { cjs as 'module.exports' }
