// Reads the data that stands in the page, or that the server sent: compressed, in base64.

import { unpacked } from '../packed.ts'

/** @param {string} text */
export async function unpack(text) {
  if (typeof DecompressionStream === 'undefined')
    throw new Error('this browser is older than 2023 and cannot unpack it')
  const stream = new Blob([bytesOf(text.trim())]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return unpacked(await new Response(stream).text())
}

// A function called for each character of a large report takes seconds.
function bytesOf(text) {
  const characters = atob(text)
  const bytes = new Uint8Array(characters.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at)
  return bytes
}
