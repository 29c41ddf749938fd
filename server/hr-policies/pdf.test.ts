import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'
import { bundledPolicies } from './bundled.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

async function fetched(who: Caller, url: string, headers: Record<string, string> = {}) {
  const response = await world.app.inject({
    method: 'GET',
    url: `/api/hr-policies/${url}`,
    headers: { ...(who.cookie === null ? {} : { cookie: who.cookie }), ...headers },
  })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

describe('the paper of a policy', () => {
  it.each(bundledPolicies().map((policy) => [policy.slug, policy] as const))(
    '%s can be read by everybody, and says the whole of it',
    async (slug, { title, sources }) => {
      const { status, bytes } = await fetched(world.ann, `${slug}/preview`)
      expect(status).toBe(200)
      expect(await checkAccessible(bytes)).toEqual([])
      const words = await textOf(bytes)
      for (const part of [title, 'In short', 'Records to keep', 'November 20, 2026', sources.at(-1)?.title ?? ''])
        expect(words).toContain(part)
    },
  )

  it('is kept under the name of its title, or shown', async () => {
    const kept = await fetched(world.sam, 'anti-discrimination/download')
    expect(kept.headers['content-disposition']).toMatch(
      /^attachment; filename="anti_discrimination_and_harassment\.pdf"/,
    )
    const shown = await fetched(world.sam, 'k12-background-check/preview')
    expect(shown.headers['content-disposition']).toMatch(/^inline; filename="k_12_background_checks\.pdf"/)
    for (const { headers } of [kept, shown])
      expect([headers['content-type'], headers['content-security-policy']]).toEqual([
        'application/pdf',
        expect.stringContaining("default-src 'none'"),
      ])
  })

  it('is the current version, or the one that was asked for', async () => {
    await world.alice.post('/api/hr-policies/social-media/versions', { content: '## In short\n\nBe civil & kind.' })
    expect(await textOf((await fetched(world.ann, 'social-media/preview')).bytes)).toContain('Be civil & kind.')
    const earlier = await textOf((await fetched(world.ann, 'social-media/preview?version=1')).bytes)
    expect(earlier).toContain('What the law requires')
    expect((await fetched(world.ann, 'social-media/preview?version=9')).status).toBe(404)
    expect((await fetched(world.ann, 'social-media/download?version=x')).status).toBe(400)
  })

  it('asks a visitor to sign in, and brings a browser back', async () => {
    expect((await fetched(world.visitor, 'wage-hour/preview')).status).toBe(401)
    const browser = await fetched(world.visitor, 'wage-hour/preview', { accept: 'text/html' })
    expect([browser.status, browser.headers.location]).toEqual([
      302,
      '/?signin&next=%2Fapi%2Fhr-policies%2Fwage-hour%2Fpreview',
    ])
  })
})
