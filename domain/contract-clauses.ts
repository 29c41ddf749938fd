// The clauses of a contract, as they are printed and shown.

export interface Clause {
  /** `1.`, or empty where the terms number themselves. */
  number: string
  title: string | null
  text: string
}

/** Anything longer is a sentence, not a title. */
const maxTitleWords = 4

/**
 * The paragraphs of the terms as numbered clauses. If a paragraph begins with a few words and a period
 * ("Governing law. This contract …"), they are its title. Terms that number themselves keep their numbers.
 */
export function clausesOf(terms: string): Clause[] {
  const paragraphs = terms
    .split(/\n[ \n]*\n/)
    .map((each) => each.replaceAll(/^\n+|\n+$/g, ''))
    .filter((each) => each.trim() !== '')
  const areNumbered = paragraphs.some((each) => /^\d+(\.\d+)*[.)]\s/.test(each))
  return paragraphs.map((paragraph, index) => {
    const [, title, text] = /^([^.\n]+)\.\s+(\S[^]*)$/.exec(paragraph) ?? []
    const hasTitle = !areNumbered && title !== undefined && title.trim().split(/\s+/).length <= maxTitleWords
    return {
      number: areNumbered ? '' : `${index + 1}.`,
      title: hasTitle ? `${title}.` : null,
      text: hasTitle ? text! : paragraph,
    }
  })
}
