// Distinguishes people from programs that fill in a public form.
import { z } from 'zod'

/** Fields that the public forms send besides what was typed. Calls without them are ordinary. */
export const submissionSigns = {
  /** A form field that people can't see or reach. Any length is accepted, because it never causes an error. */
  decoy: z.string().optional(),
  /** From opening the form to sending it. */
  secondsOpen: z.number().optional(),
}

interface Signs {
  decoy?: string | undefined
  secondsOpen?: number | undefined
}

/** People take longer than this to fill in the form, unless the browser fills it in. */
const minSecondsOpen = 3

const link = /https?:\/\/|www\./i

/** Whether it is probably spam: the decoy is filled in, or it was sent quickly and contains a link. */
export const looksAutomated = ({ decoy = '', secondsOpen = minSecondsOpen }: Signs, text: string): boolean =>
  decoy.trim() !== '' || (secondsOpen < minSecondsOpen && link.test(text))
