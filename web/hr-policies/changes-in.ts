import type { PolicyDifferences } from '../../domain/hr-policy-version.ts'

type Part = PolicyDifferences['parts'][number]

export interface ChangesUnder {
  heading: string
  /** The heading itself came with the newer version. */
  isNew: boolean
  lines: { kind: 'added' | 'removed'; text: string }[]
}

/** The paragraphs that came and went, under the heading that they are under. */
export function changesIn(parts: readonly Part[]): ChangesUnder[] {
  const found: ChangesUnder[] = []
  let under: ChangesUnder = { heading: 'Introduction', isNew: false, lines: [] }
  for (const { kind, isHeading, text } of parts) {
    if (isHeading && kind !== 'removed') under = { heading: text, isNew: kind === 'added', lines: [] }
    if (kind === 'same') continue
    if (found.at(-1) !== under) found.push(under)
    if (!isHeading || kind === 'removed') under.lines.push({ kind, text })
  }
  return found
}
