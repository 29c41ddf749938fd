import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../tests/world.ts'
import { buildApp } from './app.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
let world: World
let folder: string

beforeAll(async () => {
  world = await createWorld()
  folder = await mkdtemp(join(tmpdir(), 'portal-pages-'))
  await mkdir(join(folder, 'assets'))
  const files = {
    'index.html': 'our mark',
    'index.logo.html': '<img src="{{provider.logo}}">',
    'app.html': '{{config}}',
    'robots.txt': '',
    'sitemap.xml': '',
    'csp.json': '{"styles":[],"app":[]}',
    'logo.svg': svg,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

async function pagesWith(logo: string | undefined) {
  const config = { ...world.config, provider: { ...world.config.provider, logo } }
  const app = await buildApp({ ...world.parts, config, pages: folder })
  return { app, landing: await app.inject({ url: '/' }) }
}

it('a logo that is a file is shown under an address of the portal, and runs nothing when it is opened', async () => {
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

it('a logo elsewhere may be loaded from there, and nothing else may', async () => {
  const { app, landing } = await pagesWith('https://cdn.example.com/ridgeline/logo.png')
  expect(landing.body).toContain('src="https://cdn.example.com/ridgeline/logo.png"')
  expect(landing.headers['content-security-policy']).toContain("img-src 'self' data: blob: https://cdn.example.com;")
  await app.close()
})

it('without one our mark is shown, and pictures come from here alone', async () => {
  const { app, landing } = await pagesWith(undefined)
  expect(landing.body).toBe('our mark')
  expect(landing.headers['content-security-policy']).toContain("img-src 'self' data: blob:;")
  await app.close()
})
