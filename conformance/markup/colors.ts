// Colours of a terminal, for streams that can show them.

import { styleText } from 'node:util'

type Style = (text: string) => string

export interface Colors {
  bold: Style
  dim: Style
  red: Style
  green: Style
  yellow: Style
  cyan: Style
}

export function createColors(enabled: boolean): Colors {
  const style = (format: keyof Colors): Style =>
    enabled ? (text) => styleText(format, text, { validateStream: false }) : (text) => text
  return {
    bold: style('bold'),
    dim: style('dim'),
    red: style('red'),
    green: style('green'),
    yellow: style('yellow'),
    cyan: style('cyan'),
  }
}

/** A terminal with colours; NO_COLOR and FORCE_COLOR are obeyed. */
export function showsColors(stream: NodeJS.WriteStream): boolean {
  return Boolean(stream.isTTY) && stream.hasColors()
}
