// The kinds of answer that a question asks for (a time, an amount, a number of people), and those that a text contains.
import type { Word } from './words.ts'

export type AnswerKind = 'time' | 'money' | 'count'

const asks: [AnswerKind, RegExp][] = [
  [
    'count',
    /\bhow (?:many|big|small|large) (?:(?!days|weeks|months|hours|years|times)\w+ ){0,2}(?:employees?|people|workers?|staff|firm|company|business|employer|shop|must|do|does)\b|\b(?:size|headcount|head count|counts?|threshold)\b|\b\d+ (?:\w+ )?(?:employees?|people|workers?|staff|persons?|man|guys)\b|\bwho (?:must|has to|needs|qualifies|is covered)\b/,
  ],
  [
    'time',
    /\bhow (?:long|soon|quick\w*|fast|late|often|far back|many (?:days|weeks|months|hours|years))\b|\bwhen\b|\bdeadlines?\b|\bdue\b|\btime limits?\b|\bby what date\b|\bhow many \w* ?(?:days|weeks|months|hours|years)\b|\bdates?\b/,
  ],
  [
    'money',
    /\bhow much\b|\bfines?\b|\bpenalt\w+|\bfees?\b|\bcosts?\b|\brates?\b|\bdollars?\b|\bdamages\b|\bsalary level\b|\blowest\b/,
  ],
]

const holds: Record<AnswerKind, RegExp> = {
  time: /\b(?:\d+|one|two|three|four|five|six|seven|ten|twelve|fifteen|thirty|sixty)[ -](?:\w+ )?(?:days?|weeks?|months?|hours?|years?|workdays|minutes)\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d|\bimmediately\b|\bat once\b|\bwithout unreasonable delay\b|\bas soon as\b|\bnext regular payday\b|\d (?:a|p)\.m\./i,
  money: /\$\d|\d ?%|\bunpaid\b/,
  count:
    /\b\d+ (?:or (?:more|fewer) )?(?:\w+ )?employees\b|\b(?:first|one|\d+) (?:or more|or fewer|employee)\b|\bmore than (?:two|\d+)\b|\bany size\b|\ball sizes\b|\bevery size\b/i,
}

/** @param words spell-corrected, in order */
export function kindsAsked(words: readonly Word[]): AnswerKind[] {
  const text = words.map(({ surface, term, kind }) => (kind === 'number' ? term : surface)).join(' ')
  return asks.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind)
}

export const kindsIn = (text: string): Set<AnswerKind> =>
  new Set((Object.keys(holds) as AnswerKind[]).filter((kind) => holds[kind].test(text)))
