// The library is complete: full policies, working sources, checked numbers, and existing link targets.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { applies, exactHeadCount } from '../../domain/audience.ts'
import { isLibraryLink, textsOf } from '../../domain/hr-policy.ts'
import { bundledPolicies, readPolicy } from '../../server/hr-policies/bundled.ts'
import { sectionsOf } from '../../server/hr-policies/markdown.ts'
import { bundledChanges } from '../../server/law-changes/bundled.ts'
import { figuresIn } from './figures.ts'

const contentFolder = join(import.meta.dirname, '../../content')
const policies = bundledPolicies()
const named = policies.map((policy) => [policy.slug, policy] as const)
const linesOf = (policy: { content: string }) =>
  sectionsOf(policy).flatMap(({ heading, blocks }) => [heading, ...blocks.flatMap(textsOf)])
const wordsIn = (policy: { content: string }) => linesOf(policy).join(' ').trim().split(/\s+/).length

const checked = new Set(
  readFileSync(join(contentFolder, 'figures.txt'), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.split(' ')),
)
const unchecked = (texts: string[]) => [...new Set(texts.flatMap(figuresIn))].filter((each) => !checked.has(each))

describe('the fifteen built-in policies', () => {
  it('exist once each, in five of the tabs', () => {
    expect(policies).toHaveLength(15)
    expect(new Set(policies.map(({ slug }) => slug)).size).toBe(15)
    expect(new Set(policies.map(({ category }) => category))).toEqual(
      new Set(['general', 'compliance', 'employment', 'k12']),
    )
    expect(policies.filter(({ required }) => !required).map(({ slug }) => slug)).toEqual([
      'k12-technology-use',
      'performance-management',
      'social-media',
    ])
  })

  it.each(named)('%s has 800 to 3,200 words', (_slug, policy) => {
    expect(wordsIn(policy)).toBeGreaterThanOrEqual(800)
    expect(wordsIn(policy)).toBeLessThanOrEqual(3200)
  })

  it.each(named)(
    '%s contains the legal requirements, steps, deadlines, and records, and says that it is not legal advice',
    (_s, policy) => {
      const sections = sectionsOf(policy)
      const chapters = sections.filter(({ level }) => level === 2).map(({ heading }) => heading)
      expect(chapters).toEqual(
        expect.arrayContaining(['What the law requires', 'Steps', 'Deadlines', 'Records to keep']),
      )
      expect(linesOf(policy).join(' ')).toMatch(/legal information.*not legal advice/)
      expect(new Set(sections.map(({ anchor }) => anchor)).size).toBe(sections.length)
      for (const { anchor } of sections) expect(anchor).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    },
  )

  it.each(named)('%s links to well-formed https addresses, and to existing places of the library', (_slug, policy) => {
    const runs = sectionsOf(policy).flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.kind === 'paragraph' ? block.runs : block.kind === 'list' ? block.items.flat() : block.rows.flat(2),
      ),
    )
    const links = [...policy.sources.map(({ url }) => url), ...runs.flatMap(({ url }) => url ?? [])]
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter((url) => !isLibraryLink(url))).toEqual([])
    const inside = links.filter((url) => url.startsWith('/'))
    expect(inside.filter((url) => !exists(url.replace('/hr-policies/', '')))).toEqual([])
  })

  it.each(named)('%s contains no unchecked number', (_slug, policy) => {
    expect(unchecked(linesOf(policy))).toEqual([])
  })

  it('are rejected with an unchecked number', () => {
    expect(unchecked(['Pay $13.99 an hour within 41.5 days (§ 40.1-999).'])).toEqual(['$13.99', '41.5', '40.1-999'])
    expect(figuresIn('8 % interest, $1,507.01 a week, § 40.1-28.7:12; 1-800-552-7096.')).toEqual([
      '8%',
      '$1507.01',
      '40.1-28.7:12',
      '1-800-552-7096',
    ])
  })
})

const exists = (place: string) => {
  const policy = policies.find(({ slug }) => place === slug || place.startsWith(`${slug}#`))
  return (
    policy !== undefined &&
    (place === policy.slug || sectionsOf(policy).some(({ anchor }) => place.endsWith(`#${anchor}`)))
  )
}

describe('the law updates', () => {
  const changes = bundledChanges()

  it('have dates and unique ids', () => {
    expect(changes.length).toBeGreaterThanOrEqual(20)
    expect(new Set(changes.map(({ slug }) => slug)).size).toBe(changes.length)
    expect(changes.filter(({ date, asOf }) => date > '2026-11-22' && asOf > '2026-11-22')).toEqual([])
  })

  it('link to existing sections, and contain no unchecked number', () => {
    const places = changes.flatMap((change) => change.policies.map(({ slug, anchor }) => `${slug}#${anchor}`))
    expect(places.filter((place) => !exists(place))).toEqual([])
    for (const { slug, anchor, heading } of changes.flatMap((change) => change.policies)) {
      const policy = policies.find((each) => each.slug === slug)
      expect(policy && sectionsOf(policy).find((section) => section.anchor === anchor)?.heading).toBe(heading)
    }
    expect(unchecked(changes.flatMap(({ title, what, note }) => [title, what, note ?? '']))).toEqual([])
  })

  it.each([
    [4, 'private', 'sick-leave-1', 'human-rights-act-five'],
    [30, 'private', 'sick-leave-25', 'sick-leave-50'],
    [60, 'public-school', 'school-phones-bell-to-bell', 'sick-leave-25'],
  ] as const)('apply to an employer of %i (%s) according to their dates', (headCount, sector, concerned, not) => {
    const of = (slug: string) => changes.find((change) => change.slug === slug)?.appliesTo
    const employer = { headCount: exactHeadCount(headCount), sector }
    expect(applies(of(concerned) as never, employer)).toBe('yes')
    expect(applies(of(not) as never, employer)).toBe('no')
  })
})

/** What the authors wrote about their research, not about the law. */
const researchNote =
  /\b(as we recall|as far as we know|to our knowledge|we (found|saw|see no|know of|believe|think|assume|could not|couldn’t|did not|didn’t|have not|haven’t)|(was|were) not (seen|found)|(not yet|to be) (checked|verified|confirmed)|check the current figures?|TODO|TBD|FIXME)\b/i

describe('the texts that clients read', () => {
  const files = ['policies', 'model-policies', 'forms', 'assistant']
    .flatMap((folder) => readdirSync(join(contentFolder, folder)).map((name) => join(folder, name)))
    .concat('law-changes.yaml', 'obligations.yaml')
    .filter((name) => /\.(md|yaml)$/.test(name) && !name.endsWith('README.md'))

  it.each(files)('contain no research notes: %s', (name) => {
    expect(readFileSync(join(contentFolder, name), 'utf8').match(researchNote)?.[0]).toBeUndefined()
  })

  it.each([
    'It was $7.25 as we recall them; check the current figures.',
    'A bill was introduced; we found no sign that it passed.',
    'We have not seen the final definition; ask us.',
    'Rules on notice, documents and penalties were not seen.',
  ])('are rejected with a research note: %s', (text) => {
    expect(text).toMatch(researchNote)
  })
})

describe('an invalid policy file', () => {
  const good = `---\nslug: x\ntitle: X\ncategory: general\nrequired: true\ndescription: X.\ntags: [x]\nversion: 1\nasOf: 2026-11-20\nnextReview: 2027-06-01\nappliesTo: { headCount: { from: 1, to: null }, sectors: [private] }\nsources: [{ id: x, title: X, url: 'https://x.example/' }]\n---\n\n## In short\n\nX.\n`

  it('is accepted once it is valid', () => {
    expect(readPolicy(good, 'x.md')).toMatchObject({ slug: 'x', content: '## In short\n\nX.' })
  })

  it.each([
    ['has no front matter', '## In short', 'front matter'],
    ['has a tag twice', good.replace('[x]', '[x, X]'), 'twice'],
    ['is reviewed before it is written', good.replace('2027-06-01', '2026-01-01'), 'next review'],
    ['has a key of its own', good.replace('slug: x', 'slug: x\nmood: good'), 'mood'],
    ['has a source without https', good.replace('https://x', 'http://x'), 'https'],
    ['is of no category', good.replace('general', 'other'), 'category'],
    ['ends before it begins', good.replace('to: null', 'to: 0'), 'headCount'],
    ['holds HTML', good.replace('\nX.\n', '\n<b>X</b>\n'), 'HTML'],
    ['holds a script', good.replace('\nX.\n', '\n[x](javascript:alert(1))\n'), 'https'],
    ['holds an image', good.replace('\nX.\n', '\n![x](https://x.example/x.png)\n'), 'image'],
    ['begins without a heading', good.replace('## In short', 'In short'), 'Begin the text with a heading'],
    ['has a heading of another level', good.replace('## In', '#### In'), 'Headings'],
    ['has a list in a list', good.replace('\nX.\n', '\n- a\n  - b\n'), 'list'],
  ])('%s', (_what, file, word) => {
    expect(() => sectionsOf(readPolicy(file, 'x.md'))).toThrow(word)
  })
})
