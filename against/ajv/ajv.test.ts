/** Some of the inputs at some of their places, and 3 rounds of random ones, beside ajv. */
import { testRoom } from '../compare/test-room.ts'
import { AJV } from './room.ts'

testRoom(AJV, { step: 72, rounds: 3 })
