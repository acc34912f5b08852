// The search box: a combobox that completes the query at the caret, and says what is wrong with it and where.

import { completionsAt } from '../../query/complete.ts'
import { h, useEffect, useId, useRef, useState } from '../parts/elements.js'
import { rulesIn } from '../parts/questions.js'

const PAUSE = 120

export function Search({ store, answer }) {
  const list = useId()
  const box = useBox(store, answer)
  const { text, offer, chosen } = box
  const { error } = answer
  return h(
    'search',
    { class: 'search' },
    h(
      'form',
      { onSubmit: (event) => event.preventDefault(), class: 'search-box' },
      h('input', {
        ref: box.input,
        id: 'search',
        type: 'text',
        role: 'combobox',
        autocomplete: 'off',
        autocapitalize: 'off',
        spellcheck: false,
        placeholder: 'fastify-5:fail touchstone:pass rule:REF-*',
        'aria-label': 'Query over rules, cases and implementations',
        'aria-expanded': offer !== null,
        'aria-controls': list,
        'aria-autocomplete': 'list',
        'aria-activedescendant': chosen >= 0 ? `${list}-${chosen}` : undefined,
        'aria-invalid': error !== null,
        'aria-describedby': 'search-says',
        value: text,
        onInput: ({ currentTarget }) => box.change(currentTarget.value),
        onKeyDown: (event) => onKey(event, box),
        onFocus: () => text === '' && box.complete(text),
        onClick: () => offer === null && box.complete(text),
        onBlur: box.close,
      }),
      h('kbd', { 'aria-hidden': 'true', class: 'search-key' }, '/'),
      h(Options, { id: list, offer, chosen, take: box.take }),
    ),
    h(Says, { error, text: answer.query, count: rulesIn(answer).length, all: answer.model }),
  )
}

/** The text of the box, what it offers to complete it, and what changes both. */
function useBox(store, answer) {
  const input = useRef(null)
  const [offer, setOffer] = useState(null)
  const [chosen, setChosen] = useState(-1)
  const { text, setText, ask, askSoon } = useQuery(store)
  const complete = (value) => {
    const found = completionsAt(value, input.current.selectionStart ?? value.length, answer.vocabulary)
    setOffer(found.options.length > 0 ? found : null)
    setChosen(-1)
  }
  const close = () => {
    setOffer(null)
    setChosen(-1)
  }
  const change = (value) => {
    setText(value)
    complete(value)
    askSoon(value)
  }
  const take = (option) => {
    const next = text.slice(0, offer.from) + option.insert + text.slice(offer.to).trimStart()
    const caret = offer.from + option.insert.length
    setText(next)
    input.current.value = next
    input.current.focus()
    input.current.setSelectionRange(caret, caret)
    if (option.insert.endsWith(':')) complete(next)
    else {
      close()
      ask(next)
    }
  }
  return { input, text, offer, chosen, setText, setChosen, ask, complete, close, change, take }
}

/** The query as it is typed, and as it is in the address. */
function useQuery(store) {
  const [text, setText] = useState(store.address.query)
  const written = useRef(store.address.query)
  const timer = useRef(0)
  // The address may change without the box: by a link, or back and forth.
  useEffect(() => {
    if (store.address.query === written.current) return
    written.current = store.address.query
    setText(store.address.query)
  }, [store.address.query])
  const ask = (query) => {
    clearTimeout(timer.current)
    written.current = query
    // Typing adds one step to go back to, not one for each key.
    const replace = store.address.query !== '' && store.address.view === 'matrix'
    store.go({ query, view: 'matrix', rule: '', case: '', exchange: '', toggled: [] }, { replace })
  }
  const askSoon = (query) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => ask(query), PAUSE)
  }
  return { text, setText, ask, askSoon }
}

function onKey(event, { input, text, offer, chosen, setText, setChosen, ask, complete, close, take }) {
  const { key, shiftKey } = event
  // Without a choice Tab and Enter take the first completion of what is being written.
  const writes = offer !== null && (text.slice(offer.from).trim() !== '' || text[offer.from - 1] === ':')
  const taken = chosen >= 0 ? chosen : writes ? 0 : -1
  if (
    !['ArrowDown', 'ArrowUp', 'Enter', 'Escape'].includes(key) &&
    !(key === 'Tab' && !shiftKey && taken >= 0)
  )
    return
  event.preventDefault()
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const count = offer?.options.length ?? 0
    if (!offer) complete(text)
    else setChosen((chosen + (key === 'ArrowDown' ? 1 : chosen < 0 ? 0 : -1) + count) % count)
  } else if (key !== 'Escape' && offer && taken >= 0) take(offer.options[taken])
  else if (key === 'Enter') {
    close()
    ask(text)
  } else {
    event.stopPropagation()
    if (offer) close()
    else if (text !== '') {
      setText('')
      ask('')
    } else input.current.blur()
  }
}

function Options({ id, offer, chosen, take }) {
  const shown = useRef(null)
  useEffect(() => {
    shown.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return h(
    'ul',
    { id, role: 'listbox', 'aria-label': 'Completions', hidden: offer === null, ref: shown },
    (offer?.options ?? []).map((option, index) =>
      h(
        'li',
        {
          key: option.label,
          id: `${id}-${index}`,
          role: 'option',
          'aria-selected': index === chosen,
          // The box keeps the focus.
          onMouseDown: (event) => {
            event.preventDefault()
            take(option)
          },
        },
        h('b', null, option.label),
        option.detail ? h('span', null, option.detail) : null,
      ),
    ),
  )
}

/** What the query found, or where it is wrong. */
function Says({ error, text, count, all }) {
  if (!error) {
    const rules = Object.keys(all.data.rules).length
    const said = text === '' ? '' : `${count} of ${rules} rules`
    return h('p', { id: 'search-says', role: 'status', class: 'search-says' }, said)
  }
  const { from, to, message, hint } = error
  return h(
    'div',
    { id: 'search-says', role: 'status', class: 'search-says wrong' },
    h(
      'p',
      { class: 'search-place' },
      text.slice(0, from),
      h('mark', null, text.slice(from, Math.max(to, from + 1)) || '␣'),
      text.slice(to),
    ),
    h('p', null, h('strong', null, message), ` ${hint}`),
  )
}
