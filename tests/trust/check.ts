// What a check is: what has to hold, and what shows it.

/** `path`, or `path: part of a test's full name`. */
export type Named = string

export interface Check {
  /** A1 to J5. */
  id: string
  title: string
  /** 1 before real data goes in, 2 before it is sold. */
  gate: 1 | 2
  /** ASVS 5.0 requirement, API Top 10 entry or source. */
  anchor: string
  /** The bar, as a sentence. */
  passes: string
  /** Tests of `npm test` (*.test.ts) and browser stories (*.spec.ts) that show it. */
  tests?: Named[]
  /** Own attempts against a portal that is started for them. */
  probes?: Probe[]
  /** What of the bar nothing here shows. The check then counts as not run, whatever else passes. */
  lacks?: string
}

export interface Finding {
  passed: boolean
  /** What was measured, in a few words. */
  figure: string
}

/** Throws when it cannot be carried out: `Missing` for want of a tool, anything else is a failure. */
export type Probe = (how: { long: boolean }) => Promise<Finding>

export class Missing extends Error {
  override name = 'Missing'
}

export interface Result {
  status: 'passed' | 'failed' | 'not run'
  figure: string
  seconds: number
}
