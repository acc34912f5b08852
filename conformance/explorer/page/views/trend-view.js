// How much each version of each implementation keeps, over several reports: a line for each, and the same as a table.

import { countsOfScore, scoreText } from '../../../report/score.ts'
import { chartOf } from '../../trend-chart.ts'
import { Fragment, h, useState } from '../parts/elements.js'

export function TrendView({ store }) {
  const { trend } = store.model.data
  const [part, setPart] = useState('')
  const parts = [...new Set(trend.flatMap((point) => Object.keys(point.parts)))].sort()
  const points = trend.map((point) => ({
    ...point,
    ...(part === '' ? {} : (point.parts[part] ?? { passed: 0, total: 0, skipped: 0 })),
  }))
  return h(
    Fragment,
    null,
    h('h1', { tabIndex: -1 }, 'Trend'),
    trend.length === 0
      ? h(
          'p',
          null,
          'This page was made of one report. Several make a trend: touchstone trend A.json B.json --html FILE.',
        )
      : h(
          Fragment,
          null,
          h(
            'label',
            { class: 'part' },
            'Of ',
            h(
              'select',
              { value: part, onChange: (event) => setPart(event.currentTarget.value) },
              h('option', { value: '' }, 'all that it is measured by'),
              parts.map((name) => h('option', { key: name, value: name }, name)),
            ),
          ),
          h(Chart, { chart: chartOf(points) }),
          h(Table, { points }),
        ),
  )
}

function Chart({ chart }) {
  const { width, height, ticks, lines } = chart
  return h(
    'figure',
    { class: 'trend' },
    h(
      'svg',
      {
        viewBox: `0 0 ${width} ${height}`,
        role: 'img',
        'aria-label': 'Share that is kept, by version; the table below has the numbers',
      },
      ticks.map(({ y, text }) =>
        h(
          'g',
          { key: text, class: 'tick' },
          h('line', { x1: 46, x2: width - 8, y1: y, y2: y }),
          h('text', { x: 40, y: y + 4, 'text-anchor': 'end' }, text),
        ),
      ),
      lines.map(({ name, path, dots }, index) =>
        h(
          'g',
          { key: name, class: `line line-${index % 6}` },
          h('path', { d: path }),
          dots.map(({ x, y, label, title, anchor }, at) =>
            h(
              Fragment,
              { key: at },
              h('circle', { cx: x, cy: y, r: 4.5 }, h('title', null, title)),
              h('text', { x, y: y - 11, 'text-anchor': anchor }, label),
            ),
          ),
        ),
      ),
    ),
    h(
      'figcaption',
      { class: 'legend' },
      lines.map(({ name }, index) =>
        h(
          'span',
          { key: name, class: `line-${index % 6}` },
          h('span', { class: 'dot', 'aria-hidden': 'true' }),
          name,
        ),
      ),
    ),
  )
}

function Table({ points }) {
  return h(
    'div',
    { class: 'matrix-frame', role: 'region', 'aria-label': 'Trend as a table', tabIndex: 0 },
    h(
      'table',
      { class: 'verdicts trend-table' },
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          ['Implementation', 'Version', 'Share', 'Kept', 'Known', 'Report'].map((name) =>
            h('th', { scope: 'col', key: name }, name),
          ),
        ),
      ),
      h(
        'tbody',
        null,
        points.map((point, index) =>
          h(
            'tr',
            { key: index },
            h('th', { scope: 'row' }, point.implementation),
            h('td', null, point.version),
            h('td', null, scoreText(point)),
            h('td', null, countsOfScore(point)),
            h('td', null, point.known),
            h('td', null, point.report),
          ),
        ),
      ),
    ),
  )
}
