// Loaded before a test file and each process that it starts: changes the modules that the environment names.

import { register } from 'node:module'
import { REPLACED } from './test-files.ts'

const text = process.env[REPLACED]
if (text !== undefined) register('../trial/loader.js', import.meta.url, { data: JSON.parse(text) })
