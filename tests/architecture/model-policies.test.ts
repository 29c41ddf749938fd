// Each model policy is complete for every employer, and its numbers are those of the guides.
import { describe, expect, it } from 'vitest'
import { type Employer, exactHeadCount, type Sector } from '../../domain/audience.ts'
import { textsOf } from '../../domain/hr-policy.ts'
import {
  fieldsIn,
  fillSections,
  modelPolicySections,
  openFields,
  policyFieldNames,
  selectVariants,
} from '../../domain/model-policy.ts'
import { bundledPolicies } from '../../server/hr-policies/bundled.ts'
import { sectionsOf } from '../../server/hr-policies/markdown.ts'
import { figuresIn } from './figures.ts'
import { bundledModelPolicies, type BundledModelPolicy } from '../../server/model-policies/bundled.ts'

const models = bundledModelPolicies()
const named = models.map((model) => [model.slug, model] as const)

const employers: Employer[] = (
  [
    [2, 'private'],
    [6, 'private'],
    [14, 'private'],
    [30, 'private'],
    [60, 'private'],
    [150, 'private'],
    [20, 'private-school'],
    [45, 'public-school'],
    [400, 'public-school'],
  ] as [number, Sector][]
).map(([count, sector]) => ({ headCount: exactHeadCount(count), sector }))

const linesFor = ({ content }: BundledModelPolicy, employer: Employer) =>
  fillSections(sectionsOf({ content: selectVariants(content, employer) }), {}).flatMap(({ heading, blocks }) => [
    heading,
    ...blocks.flatMap(textsOf),
  ])

/** "30 days' notice" and "within 30 days" have the same number; a unit is the word after it. */
const figure =
  /\$\d[\d,.]*\d|\d+(?:\.\d+)?%|\d{1,3}(?:,\d{3})*(?:\.\d+)?[ -](?:(?:business|calendar|consecutive|work)[ -])?(?:days?|workdays?|hours?|minutes?|weeks?|months?|years?|employees|miles|people|times)\b|\d[\d-]{9,}\d/g

const figuresOf = (texts: string[]) =>
  new Set(
    texts
      .flatMap((text) => text.match(figure) ?? [])
      .map((each) => each.replace(/[ -](?=[a-z])/g, ' ').replace(/s$/, '')),
  )

/** Without the defaults in brackets, which the employer may change. */
const withoutDefaults = (content: string) => content.replace(/\[[^\]]*\]/g, '…')

const guides = bundledPolicies()
const known = figuresOf(guides.flatMap(({ content }) => content.split('\n')))
const plainFigures = new Set(guides.flatMap(({ content }) => figuresIn(content)))

describe('the fifteen model policies', () => {
  it('exist for each guide', () => {
    expect(models.map(({ slug }) => slug).toSorted()).toEqual(guides.map(({ slug }) => slug).toSorted())
  })

  it.each(named)('%s has the sections of a policy, in order', (_slug, model) => {
    const chapters = sectionsOf({ content: selectVariants(model.content, { headCount: null, sector: null }) })
      .filter(({ level }) => level === 2)
      .map(({ heading }) => heading)
    expect(chapters).toEqual([...modelPolicySections])
  })

  it.each(named)('%s has 600 to 1,200 words for every employer, and no empty section', (_slug, model) => {
    for (const employer of employers) {
      const words = linesFor(model, employer).join(' ').split(/\s+/).length
      expect(words, JSON.stringify(employer)).toBeGreaterThanOrEqual(600)
      expect(words, JSON.stringify(employer)).toBeLessThanOrEqual(1200)
      const sections = sectionsOf({ content: selectVariants(model.content, employer) })
      const empty = sections.filter(
        ({ blocks }, index) =>
          blocks.length === 0 && !(sections[index]?.level === 2 && sections[index + 1]?.level === 3),
      )
      expect(
        empty.map(({ heading }) => heading),
        JSON.stringify(employer),
      ).toEqual([])
    }
  })

  it.each(named)('%s links to existing policies', (_slug, { related }) => {
    expect(related.length).toBeGreaterThan(0)
    expect(related.filter((each) => !models.some(({ slug }) => slug === each))).toEqual([])
  })

  it.each(named)('%s contains no number that its guides do not contain', (_slug, { content }) => {
    const own = [...figuresOf(withoutDefaults(content).split('\n'))]
    expect(own.filter((each) => !known.has(each))).toEqual([])
    const text = withoutDefaults(content).replace(/^(?::::.*|\d+\.)/gm, '')
    expect(figuresIn(text).filter((each) => !plainFigures.has(each))).toEqual([])
  })

  it.each(named)('%s is written in formal English', (_slug, model) => {
    const text = linesFor(model, { headCount: null, sector: null }).join('\n')
    // Contractions, words that voice.md replaces, and research notes.
    expect(text.match(/\b\w+n[’']t\b|\b(?:we|you|it|they)[’'](?:re|ve|ll|s)\b/gi) ?? []).toEqual([])
    expect(
      text.match(/\bshall\b|\bnobody\b|\bsomebody\b|\bfir(?:ed|ing)\b|\bas we\b|\bwe\b|\bour\b|§/gi) ?? [],
    ).toEqual([])
  })

  it.each(named)('%s has no brackets left once every field is filled in', (_slug, model) => {
    const values = Object.fromEntries(policyFieldNames.map((field) => [field, `the ${field}`]))
    const filled = fillSections(
      sectionsOf({
        content: selectVariants(model.content, { headCount: exactHeadCount(45), sector: 'public-school' }),
      }),
      values,
    )
    expect(openFields(filled)).toEqual([])
    expect(JSON.stringify(filled.flatMap(({ blocks }) => blocks.flatMap(textsOf)))).not.toMatch(/\[[a-z]/i)
    expect(fieldsIn(model.content)).toContain('employer')
  })

  it.each(named)('%s has a reading level of grade 8 to 12', (_slug, model) => {
    const grade = gradeOf(linesFor(model, { headCount: exactHeadCount(60), sector: 'public-school' }))
    expect(grade, String(grade)).toBeLessThanOrEqual(12)
  })
})

/** Flesch-Kincaid, with syllables counted by groups of vowels. */
function gradeOf(lines: string[]): number {
  const text = lines.map((line) => (/[.:!?]$/.test(line) ? line : `${line}.`)).join(' ')
  const words = text.match(/[a-z]+/gi) ?? []
  const sentences = text.split(/[.!?:](?:\s|$)/).filter((each) => /[a-z]/i.test(each)).length
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word.toLowerCase()), 0)
  return 0.39 * (words.length / sentences) + 11.8 * (syllables / words.length) - 15.59
}

const syllablesOf = (word: string) =>
  Math.max(1, (word.replace(/e$|(?<=[^aeiou])es$|(?<=[^td])ed$/, '').match(/[aeiouy]+/g) ?? []).length)
