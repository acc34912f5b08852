// Reads the data that stands in the page, or that the server sent: compressed, in base64.

/** @param {string} text */
export async function unpack(text) {
  if (typeof DecompressionStream === 'undefined')
    throw new Error('this browser is older than 2023 and cannot unpack it')
  const bytes = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return JSON.parse(await new Response(stream).text())
}
