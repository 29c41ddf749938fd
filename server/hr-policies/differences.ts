// What changed between two versions, paragraph by paragraph.
import { diffArrays } from 'diff'
import { type PolicySection, textsOf } from '../../domain/hr-policy.ts'
import type { PolicyDifferences } from '../../domain/hr-policy-version.ts'

type Part = PolicyDifferences['parts'][number]
type Text = Pick<Part, 'isHeading' | 'text'>

/** Headings and paragraphs in the order of the newer text; what was removed stands where it was. */
export function differencesBetween(
  before: readonly PolicySection[],
  after: readonly PolicySection[],
): PolicyDifferences['parts'] {
  const same = (a: Text, b: Text) => a.text === b.text && a.isHeading === b.isHeading
  return diffArrays(paragraphsOf(before), paragraphsOf(after), { comparator: same }).flatMap((run) =>
    run.value.map((text): Part => ({ kind: run.added ? 'added' : run.removed ? 'removed' : 'same', ...text })),
  )
}

const paragraphsOf = (sections: readonly PolicySection[]): Text[] =>
  sections.flatMap(({ heading, blocks }) => [
    { isHeading: true, text: heading },
    ...blocks.flatMap(textsOf).map((text) => ({ isHeading: false, text })),
  ])
