// The clauses of a contract, as they are printed and shown.

export interface Clause {
  /** `1.`, or empty where the terms number themselves. */
  number: string
  title: string | null
  text: string
}

/** Anything longer is a sentence, not a title. */
const maxTitleWords = 4

/** A clause that numbers itself: "2." or "2.1" or "2)". */
const ownNumber = /^\d+(\.\d+)*[.)]\s/

/**
 * "3. Payment", with its text on the lines below, as templates are filled in. Running text that breaks after its first
 * line continues in lower case, or its first line ends with a comma or the like.
 */
const titledClause = /^(\d+\.) ([^\n]{0,120}[^\n.,;:])\n(?!\p{Ll})([^]+)$/u

/**
 * The paragraphs of the terms as numbered clauses. If a paragraph begins with a few words and a period
 * ("Governing law. This contract …"), they are its title. Terms that number themselves keep their numbers.
 */
export function clausesOf(terms: string): Clause[] {
  const paragraphs = terms
    .split(/\n[ \n]*\n/)
    .map((each) => each.replaceAll(/^\n+|\n+$/g, ''))
    .filter((each) => each.trim() !== '')
  if (paragraphs.some((each) => ownNumber.test(each))) return selfNumbered(paragraphs)
  return paragraphs.map((paragraph, index) => {
    const [, title, text] = /^([^.\n]+)\.\s+(\S[^]*)$/.exec(paragraph) ?? []
    const hasTitle = title !== undefined && title.trim().split(/\s+/).length <= maxTitleWords
    return {
      number: `${index + 1}.`,
      title: hasTitle ? `${title}.` : null,
      text: hasTitle ? text! : paragraph,
    }
  })
}

/** A titled clause includes the paragraphs up to the next number. */
function selfNumbered(paragraphs: string[]): Clause[] {
  const clauses: Clause[] = []
  for (const paragraph of paragraphs) {
    const [, number, title = '', text = ''] = titledClause.exec(paragraph) ?? []
    const before = clauses.at(-1)
    if (number !== undefined) clauses.push({ number, title: /[?!]$/.test(title) ? title : `${title}.`, text })
    else if (before !== undefined && before.title !== null && !ownNumber.test(paragraph))
      before.text += `\n\n${paragraph}`
    else clauses.push({ number: '', title: null, text: paragraph })
  }
  return clauses
}
