/** Most of the inputs at most of their places, and 40 rounds of random ones, beside fast-json-stringify. */
import { testRoom } from '../compare/test-room.ts'
import { FAST_JSON_STRINGIFY } from './room.ts'

testRoom(FAST_JSON_STRINGIFY, { step: 4, rounds: 40 })
