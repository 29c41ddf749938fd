// What becomes of the field when the server's draft is read: on another device someone may have written on, or sent it.

export type DraftConflict = 'keep' | 'take' | 'ask'

interface Sides {
  /** The text in the open input. */
  typed: string
  /** What the server had when this tab last knew. */
  known: string
  /** The server's current draft. */
  held: string
  /** Texts being sent, whose draft is still on the server. */
  sending: readonly string[]
}

/** `take` the server's text, `keep` the input as it is, or `ask`: each has text that the other lacks. */
export function reconcileDraft({ typed, known, held, sending }: Sides): DraftConflict {
  if (held === typed || sending.includes(held.trim())) return 'keep'
  if (typed === '') return held === known ? 'keep' : 'take'
  // The server has nothing new; the typed text will be saved shortly.
  if (held === known) return 'keep'
  const isUntouched = typed === known
  if (isUntouched && (held === '' || held.startsWith(typed))) return 'take'
  return held === '' || typed.startsWith(held) ? 'keep' : 'ask'
}
