// A rule of the specification: what it says, where that is stated, and whether a case can show it.

import type { Level, Source } from './case.ts'

/** A place that a reader can open: a section of a page of `spec/`, or of a document of `documents.json`. */
export interface Citation {
  document: string
  section: string
}

export interface Rule {
  id: string
  area: string
  source: Source
  level: Level
  text: string
  /** Where it is stated. */
  at: Citation
  /** What else says so. */
  also?: Citation[]
  testable: boolean
  /** The rule decides a text itself: who words it otherwise breaks it. */
  wording?: true
  why?: string
}

export interface RulesFile {
  format: 1
  rules: Rule[]
}
