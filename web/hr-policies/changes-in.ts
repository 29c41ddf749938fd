import type { PolicyDifferences } from '../../domain/hr-policy-version.ts'

type Part = PolicyDifferences['parts'][number]

export interface ChangesUnder {
  heading: string
  lines: { kind: 'added' | 'removed'; text: string }[]
}

/** The paragraphs that came and went, under the heading that they stand under. */
export function changesIn(parts: readonly Part[]): ChangesUnder[] {
  const found: ChangesUnder[] = []
  let heading = 'Before the first heading'
  for (const { kind, isHeading, text } of parts) {
    if (isHeading && kind !== 'removed') heading = text
    if (kind === 'same') continue
    const last = found.at(-1)
    const line = { kind, text }
    if (last !== undefined && last.heading === heading) last.lines.push(line)
    else found.push({ heading, lines: [line] })
  }
  return found
}
