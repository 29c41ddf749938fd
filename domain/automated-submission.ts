// What tells people from programs that fill in a public form.
import { z } from 'zod'

/** Fields that the public forms send besides what was typed. Calls without them are ordinary. */
export const submissionSigns = {
  /** A field of the form that people neither see nor reach. Any length, because it never refuses a request. */
  decoy: z.string().optional(),
  /** From opening the form to sending it. */
  secondsOpen: z.number().optional(),
}

interface Signs {
  decoy?: string | undefined
  secondsOpen?: number | undefined
}

/** Filling in the form takes a person longer than this, unless the browser does it. */
const minSecondsOpen = 3

const link = /https?:\/\/|www\./i

/** Whether a program probably sent it: it filled the decoy, or it was quick and its text advertises a link. */
export const looksAutomated = ({ decoy = '', secondsOpen = minSecondsOpen }: Signs, text: string): boolean =>
  decoy.trim() !== '' || (secondsOpen < minSecondsOpen && link.test(text))
