// What changed between two versions, paragraph by paragraph.
import { diffArrays } from 'diff'
import { type PolicySection, textsOf } from '../../domain/hr-policy.ts'
import type { PolicyDifferences } from '../../domain/hr-policy-version.ts'

type Part = PolicyDifferences['parts'][number]
type Text = Pick<Part, 'isHeading' | 'text'>

/** Beyond this many differences the comparison would block other requests: its cost grows with their square. */
const maxDifferences = 500

/** Headings and paragraphs in the order of the newer text; removed ones appear at their old position. */
export function differencesBetween(
  before: readonly PolicySection[],
  after: readonly PolicySection[],
): PolicyDifferences['parts'] {
  const [old, young] = [paragraphsOf(before), paragraphsOf(after)]
  const changes = diffArrays(old, young, { comparator: isSame, maxEditLength: maxDifferences })
  return changes === undefined
    ? rewritten(old, young)
    : changes.flatMap(({ added, removed, value }) => asParts(added ? 'added' : removed ? 'removed' : 'same', value))
}

/** For texts that share little: the common start and end, and everything between as removed and added. */
function rewritten(old: Text[], young: Text[]): Part[] {
  const shorter = Math.min(old.length, young.length)
  let begin = 0
  while (begin < shorter && isSame(old[begin] as Text, young[begin] as Text)) begin++
  let end = 0
  while (end < shorter - begin && isSame(old.at(-1 - end) as Text, young.at(-1 - end) as Text)) end++
  return [
    ...asParts('same', young.slice(0, begin)),
    ...asParts('removed', old.slice(begin, old.length - end)),
    ...asParts('added', young.slice(begin, young.length - end)),
    ...asParts('same', young.slice(young.length - end)),
  ]
}

const isSame = (a: Text, b: Text) => a.text === b.text && a.isHeading === b.isHeading

const asParts = (kind: Part['kind'], texts: Text[]): Part[] => texts.map((text) => ({ kind, ...text }))

const paragraphsOf = (sections: readonly PolicySection[]): Text[] =>
  sections.flatMap(({ heading, blocks }) => [
    { isHeading: true, text: heading },
    ...blocks.flatMap(textsOf).map((text) => ({ isHeading: false, text })),
  ])
