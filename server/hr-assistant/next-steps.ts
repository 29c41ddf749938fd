// Next steps after an answer: a form, and a deadline that the answer itself does not name. All of them are in the library.
import type { NextStep } from '../../domain/hr-assistant.ts'
import { bundledForms } from '../hr-forms/bundled.ts'
import { type LibraryIndex, placeOf, termsOf } from './search/library-index.ts'
import type { Answer } from './search/answers.ts'
import { wordsOf } from './search/words.ts'

const maxSteps = 4

export function nextStepsFor(answers: readonly Answer[], library: LibraryIndex): NextStep[] {
  const [first] = answers
  if (first === undefined) return []
  const steps = [...answers.flatMap(formOf), ...deadlinesOf(first, library)]
  return steps.filter(({ text }, i) => steps.findIndex((other) => other.text === text) === i).slice(0, maxSteps)
}

function formOf({ unit }: Answer): NextStep[] {
  const form = bundledForms().find(({ id }) => id === unit?.form)
  return form === undefined
    ? []
    : [{ kind: 'form', text: `Fill in the form: ${form.title}`, href: `/hr-forms?q=${encodeURIComponent(form.title)}` }]
}

/** Minimum share of a deadline's words that the answer must contain. */
const minShared = 0.6

/** The entry of the guide's list of deadlines that matches this answer. */
function deadlinesOf({ quoted }: Answer, library: LibraryIndex): NextStep[] {
  const slug = quoted[0]?.passage.policy.slug
  const list = library.passages.find(({ policy, anchor }) => policy.slug === slug && anchor === 'deadlines')
  if (list === undefined) return []
  const answered = new Set(
    quoted.flatMap(({ passage, sentences }) =>
      termsOf(wordsOf(`${passage.heading}. ${sentences.join(' ')}`), library.vocabulary),
    ),
  )
  const [best] = list.blocks
    .map((block) => block.join(' '))
    // The introduction of the list, such as "This section sets no dates. In practice:".
    .filter((text) => !text.endsWith(':'))
    .map((text) => {
      const terms = [...new Set(termsOf(wordsOf(text), library.vocabulary))]
      const mass = terms.reduce((sum, term) => sum + library.idf(term), 0)
      const shared = terms.filter((term) => answered.has(term)).reduce((sum, term) => sum + library.idf(term), 0)
      return { text, share: shared / Math.max(1e-9, mass) }
    })
    .toSorted((a, b) => b.share - a.share)
  if (best === undefined || best.share < minShared || isNamedIn(quoted, best.text)) return []
  return [{ kind: 'deadline', text: best.text, href: `/hr-policies/${placeOf(list)}` }]
}

/** Whether the answer has every number of the deadline: it would only be repeated. */
function isNamedIn(quoted: Answer['quoted'], deadline: string): boolean {
  const answered = new Set(numbersIn(quoted.flatMap(({ sentences }) => sentences).join(' ')))
  return numbersIn(deadline).every((number) => answered.has(number))
}

const numbersIn = (text: string) => text.match(/\d+(?:[.,:]\d+)*/g) ?? []
