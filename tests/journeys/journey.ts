// What is recorded of a journey, and where the results are.
import { join } from 'node:path'

export const results = join(import.meta.dirname, '../../test-results/journeys')

/** Under which a test sends its journey to the reporter. */
export const attachmentName = 'journey'

export const sizes = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}
export type Size = keyof typeof sizes

/** The most common acts of a consultant, whose clicks are counted separately. */
export const commonActs = [
  'Reply to a message',
  'Request a document',
  'Upload a document for signature',
  'Create and send a proposal',
  'Create a contract from a proposal',
  'Record time',
  'Create and send an invoice',
  'Record a payment',
  'Create a task',
  'Book an appointment',
] as const
export type CommonAct = (typeof commonActs)[number]

export interface Counts {
  clicks: number
  /** Typed in, chosen from a list, or filled with a file. */
  fields: number
  keys: number
  /** In CSS pixels, to reach what was out of view. */
  scrolled: number
}

export const noCounts = (): Counts => ({ clicks: 0, fields: 0, keys: 0, scrolled: 0 })

export interface Step extends Counts {
  person: string
  title: string
  act: CommonAct | null
  seconds: number
  /** Below the folder of the results; null if the page could not be photographed. */
  picture: string | null
}

export interface Journey {
  group: string
  title: string
  size: Size
  steps: Step[]
  /** Console errors and failed requests in the browsers. */
  faults: string[]
}

export interface FinishedJourney extends Journey {
  isPassed: boolean
}

export type Sums = Counts & { seconds: number }

export const sumOf = (steps: readonly Step[]): Sums =>
  steps.reduce(
    (sum, step) => ({
      clicks: sum.clicks + step.clicks,
      fields: sum.fields + step.fields,
      keys: sum.keys + step.keys,
      scrolled: sum.scrolled + step.scrolled,
      seconds: sum.seconds + step.seconds,
    }),
    { ...noCounts(), seconds: 0 },
  )
