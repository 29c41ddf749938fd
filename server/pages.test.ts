import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../tests/test-app.ts'
import { buildApp } from './app.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const shellsOf = (mark: string) => ({ client: `client, ${mark}`, staff: `staff, ${mark}`, admin: `admin, ${mark}` })
let testApp: TestApp
let folder: string

beforeAll(async () => {
  testApp = await createTestApp()
  folder = await mkdtemp(join(tmpdir(), 'portal-pages-'))
  await mkdir(join(folder, 'assets'))
  const files = {
    'index.html': 'our mark',
    'index.logo.html': '<img src="{{provider.logo}}">',
    'app.html': '{{config}}<!--shell-->',
    'shells.json': JSON.stringify({ plain: shellsOf('our mark'), logo: shellsOf('{{provider.logo}}') }),
    'robots.txt': '',
    'sitemap.xml': '',
    'offline.html': 'no connection to {{provider.name}}<!--accent-->',
    'manifest.webmanifest': '{"start_url":"/","theme_color":"#08546a"}',
    'service-worker.js': "const cacheName = 'offline-{{version}}'",
    'csp.json': '{"styles":[],"app":[],"offline":[]}',
    'logo.svg': svg,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
})
afterAll(async () => {
  await testApp.close()
  await rm(folder, { recursive: true })
})

async function pagesWith(logo: string | undefined) {
  const config = { ...testApp.config, provider: { ...testApp.config.provider, logo } }
  const app = await buildApp({ ...testApp.context, config, pages: folder })
  return { app, landing: await app.inject({ url: '/' }) }
}

it('serves a logo file under the portal’s address, where it cannot run scripts', async () => {
  const { app, landing } = await pagesWith(join(folder, 'logo.svg'))
  const address = /src="(\/logo\/[\w-]{16}\.svg)"/.exec(landing.body)?.[1] as string
  expect(landing.body).not.toContain(folder)
  const logo = await app.inject({ url: address })
  expect([logo.statusCode, logo.headers['content-type'], logo.body]).toEqual([200, 'image/svg+xml', svg])
  expect(logo.headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
  expect((await app.inject({ url: '/verify' })).body).toContain(`"logo":"${address}"`)
  expect((await app.inject({ url: '/logo/other.svg' })).statusCode).toBe(404)
  await app.close()
})

it('allows loading a remote logo from its origin, and nothing else', async () => {
  const { app, landing } = await pagesWith('https://cdn.example.com/ridgeline/logo.png')
  expect(landing.body).toContain('src="https://cdn.example.com/ridgeline/logo.png"')
  expect(landing.headers['content-security-policy']).toContain("img-src 'self' data: blob: https://cdn.example.com;")
  await app.close()
})

it('shows the portal’s own mark without a logo, and allows images only from the portal', async () => {
  const { app, landing } = await pagesWith(undefined)
  expect(landing.body).toBe('our mark')
  expect(landing.headers['content-security-policy']).toContain("img-src 'self' data: blob:;")
  await app.close()
})

describe('an installed portal', () => {
  it('has the firm’s name and color in its manifest, its offline page, and its service worker right away', async () => {
    const app = await buildApp({ ...testApp.context, pages: folder })
    const read = async (url: string) => (await app.inject({ url })).body
    const urls = ['/manifest.webmanifest', '/offline', '/service-worker.js']
    const before = await Promise.all(urls.map(read))
    expect(JSON.parse(before[0] as string)).toEqual({
      name: testApp.config.provider.name,
      start_url: '/',
      theme_color: '#08546a',
    })
    expect(before[2]).toMatch(/^const cacheName = 'offline-[\w-]{16}'$/)
    const { identity } = (await testApp.alice.get('/api/firm-settings')).body
    const change = { identity: { ...identity, name: 'Smith & Sons' }, branding: { accent: '#7a1f3d' } }
    expect((await testApp.alice.patch('/api/firm-settings', change)).status).toBe(200)
    const [manifest = '', offline, worker] = await Promise.all(urls.map(read))
    expect(JSON.parse(manifest)).toEqual({ name: 'Smith & Sons', start_url: '/', theme_color: '#7a1f3d' })
    expect(offline).toContain('no connection to Smith &amp; Sons<style>')
    expect(worker).not.toBe(before[2])
    await app.close()
  })

  it.each([
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
    ['/service-worker.js', 'text/javascript; charset=utf-8'],
    ['/offline', 'text/html; charset=utf-8'],
  ])('is given %s as its type, checked on each use, under the content policy', async (url, type) => {
    const app = await buildApp({ ...testApp.context, pages: folder })
    const { statusCode, headers } = await app.inject({ url })
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, type, 'no-cache'])
    expect(headers['content-security-policy']).toContain("default-src 'self'; script-src 'self'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['set-cookie']).toBeUndefined()
    expect((await app.inject({ url, method: 'POST' })).statusCode).toBe(404)
    await app.close()
  })

  it.each([
    ['/messages', '/waiting'],
    ['/documents', '/client-folders'],
  ])('opens %s for a client, and %s for the team', async (path, teamAt) => {
    const app = await buildApp({ ...testApp.context, pages: folder })
    const open = (cookie: string | null) => app.inject({ url: path, headers: { cookie: cookie ?? '' } })
    expect((await open(testApp.ann.cookie)).statusCode).toBe(200)
    for (const { cookie } of [testApp.sam, testApp.alice]) {
      const { statusCode, headers } = await open(cookie)
      expect([statusCode, headers.location]).toEqual([302, teamAt])
    }
    expect((await open(null)).headers.location).toBe(`/?signin&next=${encodeURIComponent(path)}`)
    await app.close()
  })
})

describe('the first HTML of a signed-in page', () => {
  it('has the frame of the reader’s role, and none where the page has a frame of its own', async () => {
    const app = await buildApp({ ...testApp.context, pages: folder })
    const shown = async ({ cookie }: { cookie: string | null }, url: string) => {
      const { body } = await app.inject({ url, headers: cookie === null ? {} : { cookie } })
      return /(client|staff|admin), our mark/.exec(body)?.[1] ?? null
    }
    const { ann, sam, alice, visitor } = testApp
    expect(await Promise.all([ann, sam, alice].map((each) => shown(each, '/')))).toEqual(['client', 'staff', 'admin'])
    expect(await shown(sam, '/client-folders')).toBe('staff')
    expect(await shown(sam, '/verify')).toBeNull()
    expect(await shown(ann, `/contracts/${testApp.folders.acme.id}/sign`)).toBeNull()
    expect(await shown(visitor, '/')).toBeNull()
    await app.close()
  })
})
