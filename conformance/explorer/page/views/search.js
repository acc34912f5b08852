// The search box: a combobox that completes the query at the caret, and says what is wrong with it and where.

import { completionsAt } from '../../query/complete.ts'
import { h, useEffect, useId, useRef, useState } from '../parts/elements.js'
import { rulesIn } from '../parts/questions.js'

const PAUSE = 120

export function Search({ store, answer }) {
  const input = useRef(null)
  const list = useId()
  const [text, setText] = useState(store.address.query)
  const [offer, setOffer] = useState(null)
  const [chosen, setChosen] = useState(-1)
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
    // A key is no step to go back to; the first one of a query is.
    const replace = store.address.query !== '' && store.address.view === 'matrix'
    store.go({ query, view: 'matrix', rule: '', case: '', exchange: '', toggled: [] }, { replace })
  }
  const complete = (value) => {
    const found = completionsAt(value, input.current.selectionStart ?? value.length, answer.vocabulary)
    setOffer(found.options.length > 0 ? found : null)
    setChosen(-1)
  }
  const close = () => {
    setOffer(null)
    setChosen(-1)
  }
  const change = (event) => {
    const { value } = event.currentTarget
    setText(value)
    complete(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => ask(value), PAUSE)
  }
  const take = (option) => {
    const next = text.slice(0, offer.from) + option.insert + text.slice(offer.to).trimStart()
    const caret = offer.from + option.insert.length
    setText(next)
    const more = option.insert.endsWith(':')
    input.current.value = next
    input.current.focus()
    input.current.setSelectionRange(caret, caret)
    if (more) complete(next)
    else {
      close()
      ask(next)
    }
  }
  const key = (event) => {
    const count = offer?.options.length ?? 0
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!offer) complete(text)
      else setChosen((chosen + (event.key === 'ArrowDown' ? 1 : chosen < 0 ? 0 : -1) + count) % count)
    } else if ((event.key === 'Enter' || event.key === 'Tab') && offer && chosen >= 0) {
      event.preventDefault()
      take(offer.options[chosen])
    } else if (event.key === 'Enter') {
      event.preventDefault()
      close()
      ask(text)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      if (offer) close()
      else if (text !== '') {
        setText('')
        ask('')
      } else input.current.blur()
    }
  }
  const { error } = answer
  const count = rulesIn(answer).length
  return h(
    'search',
    { class: 'search' },
    h(
      'form',
      { onSubmit: (event) => event.preventDefault(), class: 'search-box' },
      h('input', {
        ref: input,
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
        onInput: change,
        onKeyDown: key,
        onFocus: () => text === '' && complete(text),
        onClick: () => offer === null && complete(text),
        onBlur: close,
      }),
      h('kbd', { 'aria-hidden': 'true', class: 'search-key' }, '/'),
      h(Options, { id: list, offer, chosen, take }),
    ),
    h(Says, { error, text: answer.query, count, all: answer.model }),
  )
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
