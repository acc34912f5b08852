// What a terminal gets.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createColors } from './colors.ts'
import { forTerminal } from './escape.ts'

test('a terminal gets lines, tabs and the colours of the tools, and no other control character', () => {
  const { red, bold, dim, green, yellow } = createColors(true)
  const own = [red('a'), bold('b'), dim('c'), green('d'), yellow('e')].join('\n\t')
  assert.equal(forTerminal(own, true), own)
  assert.ok(!forTerminal(own, false).includes('\u001b'))
  const hostile = {
    'the clipboard': '\u001b]52;c;ZXZpbA==\u0007',
    'the title': '\u001b]0;evil\u001b\\',
    'the cursor': 'a\u001b[2K\u001b[1A\rb',
    'eight bits': '\u009b2J',
    'hidden text': '\u001b[8mhidden',
    'the order of characters': 'a\u202eb',
    'a bell': '\u0007\b',
  }
  for (const [what, text] of Object.entries(hostile))
    for (const color of [true, false]) {
      const shown = forTerminal(`x ${text} y\n`, color)
      assert.doesNotMatch(shown.replace(/\n$/, ''), /[\p{Cc}\u202e]/u, what)
      assert.match(shown, /^x .*\\.* y\n$/)
    }
})
