/** Most of the inputs at most of their places, and 15 rounds of random ones, beside ajv. */
import { testRoom } from '../compare/test-room.ts'
import { AJV } from './room.ts'

testRoom(AJV, { step: 6, rounds: 15 })
