import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { bundledPolicies } from './bundled.ts'
import { sectionsOf } from './markdown.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const path = '/api/hr-policies'
const text = '## In short\n\n- Be civil online.\n\n## Good practice\n\nThink first.'
const slugs = (answer: { body: { slug: string }[] }) => answer.body.map(({ slug }) => slug)
const publish = (slug: string, more: object = {}) =>
  testApp.alice.post(`${path}/${slug}/versions`, { content: text, note: 'Shorter.', ...more })

describe('the policy catalog', () => {
  it('lists fifteen policies for everyone who is signed in, in order, page by page', async () => {
    for (const who of ['ann', 'sam', 'alice', 'mona'] as const) {
      const answer = await testApp[who].get(path)
      expect(slugs(answer)).toEqual(bundledPolicies().map(({ slug }) => slug))
    }
    const first = await testApp.ann.get(`${path}?limit=9`)
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] as string
    expect([...slugs(first), ...slugs(await testApp.ann.get(next))]).toHaveLength(15)
    expect(first.body[0]).toMatchObject({
      slug: 'employee-handbook',
      title: 'Employee Handbook',
      category: 'general',
      policyType: 'required',
      isRequired: true,
      effectiveDate: '2026-11-28',
      lastUpdated: '2026-11-28',
      currentVersion: 1,
      acknowledgedVersion: null,
      isActive: true,
      allowed: ['acknowledge'],
    })
    expect(first.body[0].keywords).toEqual(first.body[0].tags)
  })

  it('can be searched by title, description, and tags, and filtered by category', async () => {
    const found = async (query: string) => slugs(await testApp.ann.get(`${path}?${query}`))
    expect(await found('q=whistle')).toEqual(['whistleblower'])
    expect(await found('q=pay+stub')).toEqual(['wage-hour'])
    expect(await found('q=child+labor')).toEqual(['wage-hour'])
    expect(await found('q=MARRIAGE+of+figaro')).toEqual([])
    expect(await found('q=%25')).toEqual([])
    expect(await found('category=k12')).toHaveLength(4)
    expect(await found('category=general')).toEqual(['employee-handbook', 'code-of-conduct', 'social-media'])
    expect((await testApp.ann.get(`${path}?category=secret`)).status).toBe(400)
  })

  it('refuses signed-out visitors', async () => {
    for (const url of [path, `${path}/wage-hour`, `${path}/wage-hour/versions`, `${path}/wage-hour/download`])
      expect((await testApp.visitor.get(url)).status).toBe(401)
    expect((await testApp.visitor.post(`${path}/wage-hour/acknowledgement`, { version: 1 })).status).toBe(401)
  })
})

describe('a policy', () => {
  it('is read by slug or id, as sections with anchors, sources, and versions', async () => {
    const bySlug = await testApp.ann.get(`${path}/wage-hour`)
    expect((await testApp.ann.get(`${path}/${bySlug.body.id}`)).body).toEqual(bySlug.body)
    expect(bySlug.body.sections).toContainEqual({
      anchor: 'how-often-wages-are-paid',
      level: 3,
      heading: 'How often wages are paid',
      path: ['What the law requires', 'How often wages are paid'],
      blocks: [expect.objectContaining({ kind: 'paragraph' })],
    })
    expect(bySlug.body.sources.length).toBeGreaterThan(10)
    expect(bySlug.body.appliesTo).toEqual({
      headCount: { from: 1, to: null },
      sectors: ['private', 'public-school', 'private-school'],
    })
    expect(bySlug.body.versions).toMatchObject([{ number: 1, isCurrent: true, cameWithPortal: true }])
    expect(bySlug.headers.etag).toBe(`"${bySlug.body.version}"`)
  })

  it.each(['none', '..%2fwage-hour', 'WAGE-HOUR', '01890000-0000-7000-8000-00000000dead', '%00', 'x'.repeat(300)])(
    'is not found under %s',
    async (slug) => {
      for (const rest of ['', '/versions', '/versions/1', '/download', '/preview'])
        expect([400, 404]).toContain((await testApp.ann.get(`${path}/${slug}${rest}`)).status)
      expect([400, 404]).toContain((await testApp.alice.post(`${path}/${slug}/versions`, { content: text })).status)
    },
  )

  it.each(['0', '2', '-1', '1.5', 'one', '99999999999'])('has no version %s', async (number) => {
    expect((await testApp.ann.get(`${path}/leave-policy/versions/${number}`)).status).toBe(404)
    expect((await testApp.ann.get(`${path}/leave-policy/versions/${number}/differences`)).status).toBe(404)
  })
})

describe('publishing a version', () => {
  it('is done by an administrator, leaves fields that it does not name, and is audited', async () => {
    const before = (await testApp.ann.get(`${path}/social-media`)).body
    const answer = await publish('social-media', { tags: ['posting'], asOf: '2026-12-01' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ number: 2, isCurrent: true, note: 'Shorter.', publishedByName: 'Alice Moore' })
    expect(answer.body).toMatchObject({ title: before.title, tags: ['posting'], cameWithPortal: false })
    const after = (await testApp.ann.get(`${path}/social-media`)).body
    expect(after).toMatchObject({ currentVersion: 2, tags: ['posting'], effectiveDate: '2026-12-01' })
    expect(after.sections.map(({ anchor }: { anchor: string }) => anchor)).toEqual(['in-short', 'good-practice'])
    expect(after.version).toBe(before.version + 1)
    expect(after.lastUpdated >= before.lastUpdated).toBe(true)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'hr-policy.published',
      entityId: after.id,
      details: { before: 1, after: 2 },
    })
    expect(JSON.stringify(await testApp.auditLog())).not.toContain('civil')
    const earlier = await testApp.ann.get(`${path}/social-media/versions/1`)
    expect(earlier.body.sections).toEqual(before.sections)
    expect([earlier.body.isCurrent, after.versions.map(({ number }: { number: number }) => number)]).toEqual([
      false,
      [2, 1],
    ])
  })

  it('shows the changes paragraph by paragraph', async () => {
    await publish('whistleblower', { content: '## In short\n\nOne.\n\nTwo.' })
    await publish('whistleblower', { content: '## In short\n\nOne.\n\nTwo and a half.\n\n- Three.' })
    const { body } = await testApp.ann.get(`${path}/whistleblower/versions/3/differences`)
    expect(body).toEqual({
      from: 2,
      to: 3,
      parts: [
        { kind: 'same', isHeading: true, text: 'In short' },
        { kind: 'same', isHeading: false, text: 'One.' },
        { kind: 'removed', isHeading: false, text: 'Two.' },
        { kind: 'added', isHeading: false, text: 'Two and a half.' },
        { kind: 'added', isHeading: false, text: 'Three.' },
      ],
    })
    const since = await testApp.ann.get(`${path}/whistleblower/versions/3/differences?from=1`)
    expect([since.body.from, since.body.parts.length > 50]).toEqual([1, true])
    expect((await testApp.ann.get(`${path}/whistleblower/versions/1/differences`)).status).toBe(404)
    expect((await testApp.ann.get(`${path}/whistleblower/versions/3/differences?from=x`)).status).toBe(400)
  })

  it.each([
    ['HTML', { content: '## In short\n\n<script>alert(1)</script>' }, 'content', /HTML/],
    ['a link that runs', { content: '## In short\n\n[x](javascript:alert(1))' }, 'content', /https/],
    ['no heading', { content: 'Be civil.' }, 'content', /heading/],
    ['no text', { content: '  ' }, 'content', /Enter the text/],
    ['too much text', { content: `## A\n\n${'x'.repeat(60_001)}` }, 'content', /60,000/],
    ['no title', { title: ' ' }, 'title', /title/],
    ['a tag twice', { tags: ['a', 'A'] }, 'tags', /twice/],
    ['no source', { sources: [] }, 'sources', /source/],
    [
      'a source without https',
      { sources: [{ id: 'x', title: 'X', url: 'ftp://x.example' }] },
      'sources.0.url',
      /https/,
    ],
    ['a review before its date', { asOf: '2027-01-01', nextReview: '2026-01-01' }, 'nextReview', /next review/],
    ['a category of its own', { category: 'secret' }, 'category', /./],
    ['the number of its version', { version: 7 }, '', /version/],
  ])('is refused with %s, with a sentence, and stores nothing', async (_what, part, at, sentence) => {
    const before = (await testApp.alice.get(`${path}/hiring-policy`)).body
    const answer = await publish('hiring-policy', part)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, at])
    expect(answer.body.message).toMatch(sentence)
    expect((await testApp.alice.get(`${path}/hiring-policy`)).body).toEqual(before)
  })

  it('refuses everyone but administrators, and an outdated version', async () => {
    for (const who of [testApp.sam, testApp.sue, testApp.ann]) {
      const answer = await who.post(`${path}/hiring-policy/versions`, { content: text })
      expect([answer.status, answer.body.message]).toEqual([403, 'Only an administrator can publish a policy.'])
    }
    const stale = await testApp.alice.post(`${path}/hiring-policy/versions`, { content: text }, { 'if-match': '"999"' })
    expect(stale.status).toBe(412)
  })

  it('numbers concurrently published versions in sequence', async () => {
    const twin = await testApp.twin()
    const elsewhere = twin.caller(testApp.mona.cookie)
    const who = [testApp.alice, elsewhere, testApp.alice, elsewhere, testApp.mona]
    const answers = await Promise.all(
      who.map((each) => each.post(`${path}/code-of-conduct/versions`, { content: text })),
    )
    expect(answers.map(({ body }) => body.number as number).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6])
    expect((await testApp.ann.get(`${path}/code-of-conduct`)).body.currentVersion).toBe(6)
  })
})

describe('a retired policy', () => {
  const retire = (who: Caller, isActive: boolean, headers = {}) =>
    who.patch(`${path}/performance-management`, { isActive }, headers)

  it('is hidden from everyone but administrators, and can be restored', async () => {
    const { version } = (await testApp.alice.get(`${path}/performance-management`)).body
    const answer = await retire(testApp.alice, false, { 'if-match': `"${version}"` })
    expect([answer.status, answer.body.isActive, answer.body.allowed]).toEqual([200, false, ['bring-back']])
    for (const who of [testApp.ann, testApp.sam]) {
      expect(slugs(await who.get(path))).not.toContain('performance-management')
      expect(await who.get(`${path}?status=retired`)).toMatchObject({ status: 200, body: [] })
      for (const rest of ['', '/versions', '/versions/1', '/download', '/preview'])
        expect((await who.get(`${path}/performance-management${rest}`)).status).toBe(404)
    }
    expect((await testApp.ann.post(`${path}/performance-management/acknowledgement`, { version: 1 })).status).toBe(404)
    expect(slugs(await testApp.mona.get(`${path}?status=retired`))).toEqual(['performance-management'])
    expect((await publish('performance-management')).status).toBe(409)
    expect((await retire(testApp.alice, false)).status).toBe(409)
    expect((await retire(testApp.sam, true)).status).toBe(404)
    expect((await retire(testApp.alice, true)).body.allowed).toEqual(['publish', 'retire'])
    expect((await retire(testApp.alice, true)).body.message).toBe('This policy is already in use.')
    expect((await testApp.ann.get(`${path}/performance-management`)).status).toBe(200)
    expect((await testApp.auditLog()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['hr-policy.retired', 'hr-policy.brought-back']),
    )
  })

  it('can be retired only by administrators, at the version they saw', async () => {
    expect((await retire(testApp.sam, false)).status).toBe(403)
    expect((await retire(testApp.ann, false)).status).toBe(403)
    expect((await retire(testApp.alice, false, { 'if-match': '"999"' })).status).toBe(412)
    expect((await testApp.alice.patch(`${path}/performance-management`, { isActive: 'no' })).status).toBe(400)
  })
})

describe('the Markdown of policies', () => {
  it('gives every section a stable anchor of its own', () => {
    const content =
      '## A b\n\n## A b\n\n### A-b 2\n\n### §\n\nÉtat [x](https://x.example/a) *y* **z**\n\n| a | b |\n|---|---|\n| 1 | 2 |'
    expect(sectionsOf({ content }).map(({ anchor }) => anchor)).toEqual(['a-b', 'a-b-2', 'a-b-2-2', 'section'])
    expect(sectionsOf({ content }).at(-1)?.blocks).toEqual([
      {
        kind: 'paragraph',
        runs: [
          { text: 'État ' },
          { text: 'x', url: 'https://x.example/a' },
          { text: ' ' },
          { text: 'y', emphasis: true },
          { text: ' ' },
          { text: 'z', strong: true },
        ],
      },
      { kind: 'table', head: [[{ text: 'a' }], [{ text: 'b' }]], rows: [[[{ text: '1' }], [{ text: '2' }]]] },
    ])
  })
})
