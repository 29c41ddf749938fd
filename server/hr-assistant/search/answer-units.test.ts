// The answers of content/assistant: each sentence exists in its guide, and each question file names existing units.
import { beforeAll, describe, expect, it } from 'vitest'
import { bundledIndex } from '../../../tests/assistant/questions.ts'
import { bundledForms } from '../../hr-forms/bundled.ts'
import { type AnswerUnits, bundledUnits } from './answer-units.ts'
import { longDate } from '../../../domain/template-values.ts'
import { type LibraryIndex, placeOf } from './library-index.ts'

let library: LibraryIndex
let content: AnswerUnits
beforeAll(async () => {
  library = await bundledIndex()
  content = bundledUnits()
})

describe('the answer units', () => {
  it('quote sentences that their guides have', () => {
    const passages = new Map(library.passages.map((passage) => [placeOf(passage), passage.blocks.flat()]))
    const missing = content.units.flatMap(({ id, guide, answer }) =>
      answer.flatMap(({ at, say }) =>
        say
          .filter((sentence) => !passages.get(at)?.includes(sentence))
          .map(
            (sentence) =>
              `content/assistant/${guide}.yaml, unit "${id}": ${at} no longer has “${sentence}”. Copy the new wording from content/policies/${at.split('#')[0]}.md into the unit.`,
          ),
      ),
    )
    expect(missing).toEqual([])
  })

  it('cover each guide', () => {
    const guides = new Set(library.passages.map(({ policy }) => policy.slug))
    for (const guide of guides)
      expect(content.units.filter((unit) => unit.guide === guide).length, guide).toBeGreaterThanOrEqual(10)
  })

  it('name forms that the form library has', () => {
    const forms = new Set(bundledForms().map(({ id }) => id))
    const unknown = content.units.filter(({ form }) => form !== undefined && !forms.has(form))
    expect(unknown.map(({ id, form }) => `${id}: ${form}`)).toEqual([])
  })

  it('name the days in their sentences from which they apply', () => {
    const missing = content.units.flatMap(({ id, answer, starts = [] }) => {
      const text = answer.flatMap(({ say }) => say).join(' ')
      return starts.filter(({ on }) => !text.includes(longDate(on))).map(({ on }) => `${id}: ${on}`)
    })
    expect(missing).toEqual([])
  })

  it('list no question twice', () => {
    const owners = new Map<string, string>()
    const twice = content.units.flatMap(({ id, questions }) =>
      questions.flatMap((question) => {
        const plain = question.trim().toLowerCase()
        const other = owners.get(plain)
        owners.set(plain, id)
        return other === undefined || other === id ? [] : [`“${question}” is a question of ${other} and of ${id}.`]
      }),
    )
    expect(twice).toEqual([])
  })
})
