/** Some of the inputs at some of their places, and 4 rounds of random ones, beside fast-json-stringify. */
import { testRoom } from '../compare/test-room.ts'
import { FAST_JSON_STRINGIFY } from './room.ts'

testRoom(FAST_JSON_STRINGIFY, { step: 36, rounds: 4 })
