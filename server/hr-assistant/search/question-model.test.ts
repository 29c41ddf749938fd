// The question model on a few invented questions, and the stored one against the questions of content/assistant.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bundledUnits } from './answer-units.ts'
import { fitQuestionModel } from './fit-question-model.ts'
import { QuestionModel } from './question-model.ts'

const asked = {
  overtime: ['is overtime time and a half', 'do i get overtime after forty hours', 'who gets overtime pay'],
  leave: ['can i take leave for a baby', 'how long is sick leave', 'is leave paid when i am sick'],
}
const termsIn = (text: string) => new Map(text.split(' ').map((word, _, all) => [word, 1 / Math.sqrt(all.length)]))
const model = fitQuestionModel(
  Object.entries(asked).flatMap(([label, texts]) => texts.map((text) => ({ label, text, terms: termsIn(text) }))),
)
const likeliest = (of: QuestionModel, text: string) => {
  const chances = [...of.logChances(text, termsIn(text))]
  return of.labels[chances.indexOf(Math.max(...chances))]
}

describe('the question model', () => {
  it('finds the answer whose questions have the same words', () => {
    expect(likeliest(model, 'overtime for him')).toBe('overtime')
    expect(likeliest(model, 'her sick leave')).toBe('leave')
  })

  it('reads a misspelled word by its parts', () => {
    expect(likeliest(model, 'ovrtime')).toBe('overtime')
  })

  it('gives chances that add up to one, also for a text without words', () => {
    for (const text of ['', '?!', 'zzz', 'overtime'.repeat(500)]) {
      const sum = model.logChances(text, termsIn(text)).reduce((total, log) => total + Math.exp(log), 0)
      expect(sum).toBeCloseTo(1, 5)
    }
  })

  it('is the same after it was stored', () => {
    const folder = mkdtempSync(join(tmpdir(), 'model-'))
    const file = join(folder, 'model.bin')
    writeFileSync(file, model.bytes())
    const read = QuestionModel.read(file)
    rmSync(folder, { recursive: true })
    expect(read.labels).toEqual(model.labels)
    expect(read.hasLearned('how long is sick leave')).toBe(true)
    expect(read.hasLearned('how long is jury leave')).toBe(false)
    expect(read.logChances('sick leave', termsIn('sick leave'))).toEqual(
      model.logChances('sick leave', termsIn('sick leave')),
    )
  })

  it('knows each unit of content/assistant', () => {
    const known = new Set(QuestionModel.read().labels)
    const missing = bundledUnits().units.filter(({ id, questions }) => questions.length > 0 && !known.has(id))
    expect(
      missing.map(({ id }) => id),
      'Run node scripts/launch.mjs assistant-vectors.',
    ).toEqual([])
  })
})
