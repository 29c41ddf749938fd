import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { bundledPolicies } from './bundled.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

async function fetched(who: Caller, url: string, headers: Record<string, string> = {}) {
  const response = await testApp.app.inject({
    method: 'GET',
    url: `/api/hr-policies/${url}`,
    headers: { ...(who.cookie === null ? {} : { cookie: who.cookie }), ...headers },
  })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

describe('the PDF of a policy', () => {
  it.each(bundledPolicies().map((policy) => [policy.slug, policy] as const))(
    '%s is accessible and contains the complete text',
    async (slug, { title, sources }) => {
      const { status, bytes } = await fetched(testApp.ann, `${slug}/preview`)
      expect(status).toBe(200)
      expect(await checkAccessible(bytes)).toEqual([])
      const words = await textOf(bytes)
      for (const part of [title, 'In short', 'Records to keep', 'November 22, 2026', sources.at(-1)?.title ?? ''])
        expect(words).toContain(part)
    },
  )

  it('is downloaded under its title, or shown', async () => {
    const downloaded = await fetched(testApp.sam, 'anti-discrimination/download')
    expect(downloaded.headers['content-disposition']).toMatch(
      /^attachment; filename="anti_discrimination_and_harassment\.pdf"/,
    )
    const shown = await fetched(testApp.sam, 'k12-background-check/preview')
    expect(shown.headers['content-disposition']).toMatch(/^inline; filename="k_12_background_checks\.pdf"/)
    for (const { headers } of [downloaded, shown])
      expect([headers['content-type'], headers['content-security-policy']]).toEqual([
        'application/pdf',
        expect.stringContaining("default-src 'none'"),
      ])
  })

  it('is the current version, or the requested one', async () => {
    await testApp.alice.post('/api/hr-policies/social-media/versions', { content: '## In short\n\nBe civil & kind.' })
    expect(await textOf((await fetched(testApp.ann, 'social-media/preview')).bytes)).toContain('Be civil & kind.')
    const earlier = await textOf((await fetched(testApp.ann, 'social-media/preview?version=1')).bytes)
    expect(earlier).toContain('What the law requires')
    expect((await fetched(testApp.ann, 'social-media/preview?version=9')).status).toBe(404)
    expect((await fetched(testApp.ann, 'social-media/download?version=x')).status).toBe(400)
  })

  it('asks a visitor to sign in, and returns the browser afterward', async () => {
    expect((await fetched(testApp.visitor, 'wage-hour/preview')).status).toBe(401)
    const browser = await fetched(testApp.visitor, 'wage-hour/preview', { accept: 'text/html' })
    expect([browser.status, browser.headers.location]).toEqual([
      302,
      '/?signin&next=%2Fapi%2Fhr-policies%2Fwage-hour%2Fpreview',
    ])
  })
})
