// The lifecycle of a request from left to right: stages that ran are filled, with what they traced.

import { Fragment, Hidden, h } from '../parts/elements.js'

const STATES = {
  ran: 'ran',
  watched: 'is watched, and did not run',
  unwatched: 'is not watched by this case',
}

export function LifecycleView({ lifecycle, names }) {
  const { stages, failure, beside, left } = lifecycle
  return h(
    Fragment,
    null,
    h(
      'div',
      { class: 'lifecycle', role: 'group', 'aria-label': `Lifecycle of ${names}`, tabIndex: 0 },
      h(
        'ol',
        null,
        stages.map((stage) => h(Stage, { key: stage.name, stage, left: left === stage.name })),
      ),
      failure.length > 0
        ? h(
            'ol',
            { class: 'failure', 'aria-label': 'Beside the way' },
            failure.map((stage) => h(Stage, { key: stage.name, stage, left: false })),
          )
        : null,
    ),
    beside.length > 0 ? h('p', { class: 'dim' }, `Traced elsewhere: ${beside.join(', ')}`) : null,
  )
}

function Stage({ stage, left }) {
  const { name, kind, state, labels } = stage
  return h(
    'li',
    { class: `stage ${kind} ${state} ${left ? 'left' : ''}` },
    h('span', { class: 'stage-name' }, name),
    h(
      Hidden,
      null,
      ` ${kind === 'work' && state === 'unwatched' ? 'is work of the framework' : STATES[state]}`,
    ),
    labels.map((label, index) => h('code', { key: index }, label)),
    left ? h('span', { class: 'exit' }, 'left here') : null,
  )
}
