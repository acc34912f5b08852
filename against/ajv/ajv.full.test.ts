/** Most of the inputs at most of their places, and 60 rounds of random ones, beside ajv. */
import { testRoom } from '../compare/test-room.ts'
import { AJV } from './room.ts'

testRoom(AJV, { step: 4, rounds: 60 })
