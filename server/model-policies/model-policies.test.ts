import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasLibreOffice, hasPoppler, pagesByPoppler, pdfByLibreOffice } from '../../tests/office-programs.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { type Caller, createTestApp, unknownId, type TestApp } from '../../tests/test-app.ts'
import { bundledModelPolicies } from './bundled.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

async function fetched(who: Caller, url: string) {
  const response = await testApp.app.inject({
    method: 'GET',
    url: `/api/model-policies/${url}`,
    headers: who.cookie === null ? {} : { cookie: who.cookie },
  })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

const headingsOf = (body: { sections: { heading: string }[] }) => body.sections.map(({ heading }) => heading)
const wordsOf = (body: unknown) => JSON.stringify(body)

describe('the model policies', () => {
  it('are listed in handbook order, page by page', async () => {
    const all = await testApp.ann.get('/api/model-policies')
    expect(all.body).toHaveLength(15)
    expect(all.body[0]).toEqual({
      id: 'employee-handbook',
      slug: 'employee-handbook',
      title: 'Employment Basics',
      version: 1,
      asOf: '2026-11-23',
      appliesTo: 'All employees of the employer',
    })
    const first = await testApp.ann.get('/api/model-policies?limit=10')
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? ''
    const second = await testApp.ann.get(new URL(next, 'http://x').pathname + new URL(next, 'http://x').search)
    expect([...first.body, ...second.body]).toEqual(all.body)
  })

  it('use the variants for the given size and sector', async () => {
    const of = async (query: string) => (await testApp.sam.get(`/api/model-policies/leave-policy?${query}`)).body
    const large = await of('headCount=60&sector=private')
    expect(wordsOf(large)).toContain('if at least 50 employees work within 75 miles')
    expect(wordsOf(large)).toContain('From July 1, 2027')
    const small = await of('headCount=8&sector=private')
    expect(wordsOf(small)).not.toContain('75 miles')
    expect(wordsOf(small)).toContain('From January 1, 2029')
    const school = await of('headCount=30&sector=public-school')
    expect(wordsOf(school)).toContain('covered by the federal Family and Medical Leave Act at any size')
    expect(wordsOf(school)).toContain('21 workdays')
    expect(small.employer).toEqual({ name: null, headCount: { from: 8, to: 8 }, sector: 'private' })
  })

  it('show each variant with its condition if size and sector are unknown', async () => {
    const { body } = await testApp.ann.get('/api/model-policies/leave-policy')
    expect(wordsOf(body)).toContain('If 50 or more employees')
    expect(wordsOf(body)).toContain('If 1 to 24 employees')
    expect(body.openFields).toEqual(['Employer', 'HR contact', 'alternate contact'])
  })

  it('are filled in with the name, size, and sector of a client folder', async () => {
    const { id } = testApp.folders.acme
    await testApp.sam.patch(`/api/client-folders/${id}`, { headCount: 12, sector: 'private' })
    const { body } = await testApp.ann.get(`/api/model-policies/wage-hour?clientFolderId=${id}`)
    expect(body.employer).toEqual({ name: 'Acme Tooling', headCount: { from: 12, to: 12 }, sector: 'private' })
    expect(wordsOf(body)).toContain('Acme Tooling pays at least the Virginia minimum wage')
    expect(wordsOf(body)).not.toContain('[Employer]')
    expect(body.openFields).not.toContain('Employer')
    const asSchool = await testApp.ann.get(`/api/model-policies/wage-hour?clientFolderId=${id}&sector=public-school`)
    expect(wordsOf(asSchool.body)).toContain('teacher contract')
  })

  it('name related policies', async () => {
    const { body } = await testApp.ann.get('/api/model-policies/whistleblower')
    expect(headingsOf(body).at(-1)).toBe('Acknowledgment')
    expect(wordsOf(body.sections.at(-2))).toContain('Equal Opportunity and Anti-Harassment')
  })

  it.each([
    ['an unknown policy', 'no-such-policy', 404],
    ['a size of nobody', 'wage-hour?headCount=0', 400],
    ['a size that is no number', 'wage-hour?headCount=many', 400],
    ['a sector that does not exist', 'wage-hour?sector=church', 400],
    ['an unknown folder', `wage-hour?clientFolderId=${unknownId}`, 400],
    ['a folder id that is none', 'wage-hour?clientFolderId=acme', 400],
    ['a format that does not exist', 'wage-hour/download?format=odt', 400],
    ['an unknown key', 'wage-hour?mood=good', 400],
  ])('refuse %s', async (_what, url, status) => {
    expect((await testApp.ann.get(`/api/model-policies/${url}`)).status).toBe(status)
  })

  it('reveal nothing about a folder that the caller cannot see', async () => {
    const { id } = testApp.folders.acme
    for (const who of [testApp.eve, testApp.sue]) {
      const answer = await who.get(`/api/model-policies/wage-hour?clientFolderId=${id}`)
      const unknown = await who.get(`/api/model-policies/wage-hour?clientFolderId=${unknownId}`)
      expect([answer.status, answer.text]).toEqual([400, unknown.text])
      expect((await fetched(who, `wage-hour/download?clientFolderId=${id}`)).status).toBe(400)
    }
    expect((await testApp.visitor.get('/api/model-policies/wage-hour')).status).toBe(401)
    expect((await fetched(testApp.visitor, 'wage-hour/download')).status).toBe(401)
  })
})

describe('the PDF of a model policy', () => {
  it.each(bundledModelPolicies().map(({ slug, title }) => [slug, title] as const))(
    '%s is accessible and complete',
    async (slug, title) => {
      const { status, headers, bytes } = await fetched(
        testApp.ann,
        `${slug}/download?headCount=60&sector=public-school`,
      )
      expect(status).toBe(200)
      expect(headers['content-disposition']).toMatch(/^attachment; filename="[a-z0-9_]+_policy\.pdf"/)
      expect(await checkAccessible(bytes)).toEqual([])
      const words = await textOf(bytes)
      for (const part of [title, '1. Purpose', '10. Acknowledgment', 'Effective date', 'Approved by', 'Signature'])
        expect(words).toContain(part)
    },
  )

  it.skipIf(!hasPoppler)('can be opened by poppler', async () => {
    const { bytes } = await fetched(testApp.ann, 'leave-policy/download?headCount=60&sector=private')
    const pages = await pagesByPoppler(bytes)
    expect(pages.length).toBeGreaterThan(2)
    expect(pages[0]).toContain('Leave and Time Off')
    expect(pages.at(-1)).toContain('Employee name (print)')
  })
})

describe('the Word document of a model policy', () => {
  it('has the name and type of a Word document', async () => {
    const { status, headers, bytes } = await fetched(testApp.ann, 'leave-policy/download?format=docx')
    expect(status).toBe(200)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="leave_and_time_off_policy\.docx"/)
    expect(headers['content-type']).toContain('wordprocessingml')
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
  })

  it.skipIf(!hasLibreOffice)('can be opened by LibreOffice with all of its text', async () => {
    const { id } = testApp.folders.acme
    const { bytes } = await fetched(
      testApp.sam,
      `anti-discrimination/download?format=docx&clientFolderId=${id}&headCount=20`,
    )
    const text = (await pagesByPoppler(await pdfByLibreOffice(bytes))).join('\n')
    for (const part of [
      'Equal Opportunity and Anti-Harassment',
      '1. Purpose',
      'Acme Tooling is committed to a workplace free of discrimination',
      'U.S. Equal Employment Opportunity Commission',
      '10. Acknowledgment',
      'Signature',
      'Page 1 of',
    ])
      expect(text.replace(/\s+/g, ' ')).toContain(part)
  })

  it('is limited to three at a time for each person, with a retry time for more', async () => {
    const answers = await Promise.all(
      bundledModelPolicies().map(({ slug }) => fetched(testApp.sam, `${slug}/download?format=docx`)),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(3)
    expect(refused.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
      refused.map(() => [429, '5']),
    )
    expect(refused.length).toBeGreaterThan(0)
  })
})
