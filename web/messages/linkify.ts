export interface TextPart {
  text: string
  /** Its address, for a link. */
  href?: string
}

// Only addresses with a scheme, so that a file name such as "payroll.zip" is not taken for one.
const address = /\bhttps?:\/\/[^\s<>"“”]+/giu
const closing: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Splits a message into plain text and web addresses. */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const found = withoutPunctuation(match[0])
    if (!isWebAddress(found)) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: found, href: found })
    end = match.index + found.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** Without what belongs to the sentence: final punctuation, and a bracket that was opened before the address. */
function withoutPunctuation(found: string): string {
  let text = found
  for (;;) {
    const last = text.at(-1) ?? ''
    const opens = closing[last]
    const isUnopened = opens !== undefined && text.split(last).length > text.split(opens).length
    if (!isUnopened && !/[.,;:!?'’*_…]/u.test(last)) return text
    text = text.slice(0, -1)
  }
}

/** With a host, and without a user name in front of it, which could pass for the host. */
function isWebAddress(text: string): boolean {
  try {
    const { protocol, hostname, username } = new URL(text)
    return /^https?:$/.test(protocol) && hostname !== '' && username === ''
  } catch {
    return false
  }
}
