// The trend as lines to draw: each implementation has one, from its oldest to its newest version.

import { scoreText } from '../report/score.ts'
import type { TrendPoint } from './trend-points.ts'

export interface Dot {
  x: number
  y: number
  label: string
  title: string
  anchor: 'start' | 'middle' | 'end'
}

export interface TrendChart {
  width: number
  height: number
  ticks: { y: number; text: string }[]
  lines: { name: string; path: string; dots: Dot[] }[]
}

const WIDTH = 900
const HEIGHT = 320
const LEFT = 70
const RIGHT = 40
const TOP = 34
const BOTTOM = 24

export function chartOf(points: TrendPoint[]): TrendChart {
  const measured = points.filter(({ total }) => total > 0)
  const shares = measured.map(({ passed, total }) => (passed / total) * 100)
  // If all values are near the top, only the upper part is drawn.
  const lowest = Math.min(100, ...shares)
  const from = lowest < 50 ? 0 : Math.min(95, Math.floor(lowest / 5) * 5)
  const names = [...new Set(measured.map(({ implementation }) => implementation))]
  const own = names.map((name) => measured.filter(({ implementation }) => implementation === name))
  const most = Math.max(1, ...own.map((list) => list.length))
  const xOf = (index: number): number =>
    most === 1 ? WIDTH / 2 : LEFT + (index / (most - 1)) * (WIDTH - LEFT - RIGHT)
  const yOf = (share: number): number => TOP + ((100 - share) / (100 - from)) * (HEIGHT - TOP - BOTTOM)
  // A label that would lie on another is left to the title of its dot and to the table.
  const taken: { x: number; y: number }[] = []
  const isFree = (x: number, y: number): boolean => {
    const free = taken.every((other) => Math.abs(other.x - x) > 60 || Math.abs(other.y - y) > 15)
    if (free) taken.push({ x, y })
    return free
  }
  return {
    width: WIDTH,
    height: HEIGHT,
    ticks: Array.from({ length: 6 }, (_, index) => {
      const share = from + ((100 - from) / 5) * index
      return { y: round(yOf(share)), text: `${round(share)} %` }
    }),
    lines: own.map((list, index) => {
      const dots = list.map((point, at): Dot => {
        const x = round(xOf(at))
        const share = (point.passed / point.total) * 100
        return {
          x,
          y: round(yOf(share)),
          label: isFree(x, yOf(share)) ? point.version : '',
          title: `${point.implementation} ${point.version}: ${scoreText(point)}`,
          anchor: x > WIDTH - 90 ? 'end' : x < LEFT + 30 ? 'start' : 'middle',
        }
      })
      const path = dots.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')
      return { name: names[index] as string, path, dots }
    }),
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
