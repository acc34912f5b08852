/** Every cell that can be tried: a function and the form in which it misbehaves, or a value and its way to the client. */
import { FORMS } from './forms.ts'
import { PAYLOAD_FORMS, PAYLOADS, THROWN, THROWN_FORMS } from './payloads.ts'
import type { Slot } from './slot.ts'
import { HOOK_SLOTS } from './slots-hooks.ts'
import { OPTION_SLOTS } from './slots-options.ts'
import { ROUTE_SLOTS } from './slots-routes.ts'
import type { Outcome } from './try-cell.ts'
import { tryCell } from './try-cell.ts'

/** Tries the cell of a column. `waits`: no answer is expected. */
export type Try = (column: string, waits: boolean) => Promise<{ outcome: Outcome; next: string }>

export interface Section {
  columns: readonly string[]
  /** the rows by their title, in Markdown */
  rows: ReadonlyMap<string, Try>
}

const SLOTS: Readonly<Record<string, Slot>> = { ...OPTION_SLOTS, ...HOOK_SLOTS, ...ROUTE_SLOTS }

function ofValues(values: ReadonlyMap<string, () => unknown>, forms: typeof PAYLOAD_FORMS): Section {
  const rows = [...values].map(([title, make]): [string, Try] => [
    title,
    (column, waits) => tryCell({ title, phase: 'request', declare: forms[column]!(make)! }, undefined, waits),
  ])
  return { columns: Object.keys(forms), rows: new Map(rows) }
}

/** The three tables: functions, payloads, and what is thrown. */
export const SECTIONS: Readonly<Record<'functions' | 'payloads' | 'thrown', Section>> = {
  functions: {
    columns: Object.keys(FORMS),
    rows: new Map(
      Object.values(SLOTS).map((slot): [string, Try] => [
        slot.title,
        (column, waits) => tryCell(slot, FORMS[column], waits),
      ]),
    ),
  },
  payloads: ofValues(PAYLOADS, PAYLOAD_FORMS),
  thrown: ofValues(THROWN, THROWN_FORMS),
}
