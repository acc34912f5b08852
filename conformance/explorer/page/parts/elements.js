// What all views are made of: preact's functions under short names, and small pieces that several views use.

import { Fragment, h, render } from 'preact'
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import { signOf } from '../../states.ts'

export { Fragment, h, render, useEffect, useId, useMemo, useRef, useState }

/** Text for screen readers only. */
export function Hidden({ children }) {
  return h('span', { class: 'hidden' }, children)
}

/** The sign of a state, with its name for those who do not see it. */
export function Sign({ state, text }) {
  const { glyph, label } = signOf(state)
  return h(
    'span',
    { class: `sign ${state}` },
    h('span', { class: 'glyph', 'aria-hidden': 'true' }, glyph),
    text === undefined ? h(Hidden, null, label) : h('span', { class: 'sign-text' }, text),
  )
}

/** Code that may be wider than the page: it scrolls by itself, also with the keyboard. */
export function Code({ label, children, className = '' }) {
  return h('pre', { class: `code ${className}`, tabIndex: 0, role: 'group', 'aria-label': label }, children)
}

/** A value as JSON, in one line where it is short. */
export function pretty(value) {
  if (value === undefined) return 'nothing'
  const flat = JSON.stringify(value)
  return flat.length <= 80 ? flat : JSON.stringify(value, null, 2)
}

/** Copies what `make` gives, which may take its time or fail, and says so. */
export function CopyButton({ label, make, title }) {
  const [told, tell] = useState('')
  const copy = async () => {
    try {
      await copyText(make())
      tell('Copied')
    } catch (error) {
      tell(`Not copied: ${error.message}`)
    }
    setTimeout(() => tell(''), 2500)
  }
  return h(
    'span',
    { class: 'copy' },
    h('button', { type: 'button', onClick: copy, title }, label),
    h('span', { role: 'status', class: 'copied' }, told),
  )
}

/** The clipboard of a page from disk is not always there: then a selection is copied as it was before. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.className = 'hidden'
    document.body.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    if (!done) throw new Error('this browser does not let the page')
  }
}
