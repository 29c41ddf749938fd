// What becomes of the field when the server's draft is read: on another device somebody may have written on, or sent it.

export type Meeting = 'keep' | 'take' | 'ask'

interface Sides {
  /** What stands in the open field. */
  typed: string
  /** What the server had when this tab last knew. */
  known: string
  /** What it has now. */
  held: string
  /** What is on its way from here: its draft is still on the server. */
  sending: readonly string[]
}

/** `take` the server's text, `keep` the field as it is, or `ask`: both hold something that the other lacks. */
export function meetDraft({ typed, known, held, sending }: Sides): Meeting {
  if (held === typed || sending.includes(held.trim())) return 'keep'
  if (typed === '') return held === known ? 'keep' : 'take'
  // Nothing new there: what is typed here is saved in a moment.
  if (held === known) return 'keep'
  const isUntouched = typed === known
  if (isUntouched && (held === '' || held.startsWith(typed))) return 'take'
  return held === '' || typed.startsWith(held) ? 'keep' : 'ask'
}
