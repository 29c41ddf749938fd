// Firm settings and the logo: what they begin with, permissions, validation, versions, and other instances.
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstPublicSite, firstServices } from '../../domain/public-site.ts'
import { identity, readSettings, saveSettings, settingsPath } from '../../tests/firm-settings.ts'
import { png } from '../../tests/samples.ts'
import { type Answer, type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({ PROVIDER_NAME: 'Ridgeline HR' })))
afterAll(() => testApp.close())

const change = (body: object, who: Caller = testApp.alice, headers = {}) => who.patch(settingsPath, body, headers)
const refusalOf = ({ status, body }: Answer) => [status, body.issues?.[0]?.path, body.message]

const upload = (who: Caller, bytes: Buffer, headers: Record<string, string> = {}) =>
  who.send({
    method: 'PUT',
    url: `${settingsPath}/logo`,
    headers: { 'content-type': 'image/png', ...headers },
    payload: bytes,
  })

describe('firm settings', () => {
  it('begin with what the environment and the specification say, and are the first version', async () => {
    expect(await readSettings(testApp)).toMatchObject({
      identity: { name: 'Ridgeline HR', address: 'Virginia' },
      salesTax: { mode: 'rate', rate: 5750 },
      billing: { dueDays: 30, publicBodyDueDays: 45, lateCharge: 150, paymentInstructions: null },
      branding: { accent: null },
      publicSite: firstPublicSite('Ridgeline HR'),
      services: firstServices,
      logo: null,
      saved: [],
      version: 1,
      changedAt: null,
      allowed: ['edit'],
    })
  })

  it('are saved section by section, with who and when, and leave an entry with the names of the sections', async () => {
    const before = await readSettings(testApp)
    const after = await saveSettings(testApp, { identity })
    expect(after).toMatchObject({ identity, version: before.version + 1, changedByName: expect.any(String) })
    expect(after.saved).toContain('identity')
    expect(after.salesTax).toEqual(before.salesTax)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'firm-settings.changed',
      actorId: testApp.people.alice.id,
      details: { version: after.version, changed: ['identity'] },
    })
  })

  it('complete the setup checklist where the environment left them out', async () => {
    const missing = async () => (await testApp.alice.get('/api/setup-checklist')).body.missingSettings
    expect(await missing()).toEqual(['PROVIDER_LOGO'])
    await upload(testApp.alice, png())
    expect(await missing()).toEqual([])
    await testApp.alice.delete(`${settingsPath}/logo`)
  })

  it('keep each earlier version', async () => {
    const { version } = await saveSettings(testApp, { identity: { ...identity, name: 'Blue Ridge HR, LLC' } })
    await saveSettings(testApp, { identity })
    const row = await testApp.db.one(typed(z.object({ name: z.string() }))`
      select settings -> 'identity' ->> 'name' as name from firm_settings where version = ${version}`)
    expect(row.name).toBe('Blue Ridge HR, LLC')
  })

  it('refuse a save that is based on an older version, and of two at the same time let one through', async () => {
    const { version } = await readSettings(testApp)
    const ifMatch = { 'if-match': `"${version}"` }
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => change({ identity: { ...identity, name } }, testApp.alice, ifMatch)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412])
    expect((await change({ identity }, testApp.alice, ifMatch)).status).toBe(412)
    expect((await readSettings(testApp)).version).toBe(version + 1)
  })

  it('are for administrators: staff and clients get 403, visitors 401', async () => {
    for (const who of ['sam', 'ann'] as const) {
      expect((await testApp[who].get(settingsPath)).status).toBe(403)
      expect((await change({ identity }, testApp[who])).status).toBe(403)
      expect((await upload(testApp[who], png())).status).toBe(403)
      expect((await testApp[who].delete(`${settingsPath}/logo`)).status).toBe(403)
      expect((await testApp[who].get(`${settingsPath}/invoice-preview`)).status).toBe(403)
    }
    expect((await change({ identity }, testApp.visitor)).status).toBe(401)
    expect((await upload(testApp.visitor, png())).status).toBe(401)
  })

  it.each<[object, string, string]>([
    [{}, '', 'Send at least one section.'],
    [
      { salesTax: { mode: 'rate', rate: 0 } },
      'salesTax.rate',
      'Enter a rate above 0% and up to 30%, with at most three decimals.',
    ],
    [{ salesTax: { mode: 'sometimes', rate: 1 } }, 'salesTax.mode', 'Choose how sales tax is charged.'],
    [{ identity: { ...identity, name: '<i>x</i>' } }, 'identity.name', 'Use plain text without HTML.'],
    [{ identity: { ...identity, email: 'x' } }, 'identity.email', 'Enter a valid email address.'],
    [
      { branding: { accent: '#ffcc00' } },
      'branding.accent',
      'This color has a contrast of 1.2 to 1 with light backgrounds. At least 4.5 to 1 is needed. Choose a darker color.',
    ],
    [{ emails: { signature: 'x', showLogo: 'yes' } }, 'emails.showLogo', 'Check this field: its value isn’t valid.'],
  ])('refuse %j', async (body, at, sentence) => {
    const before = await readSettings(testApp)
    expect(refusalOf(await change(body))).toEqual([400, at, sentence])
    expect(await readSettings(testApp)).toEqual(before)
  })
})

describe('a logo', () => {
  it('is shown at an address of its own, printed, and removed', async () => {
    const { body, status } = await upload(testApp.alice, png())
    expect(status).toBe(200)
    expect(body.logo).toMatch(/^\/logo\/[0-9a-f]{32}\.png$/)
    const { rawPayload, headers } = await testApp.app.inject({ url: body.logo })
    expect(rawPayload.equals(png())).toBe(true)
    expect(headers['content-type']).toBe('image/png')
    const removed = await testApp.alice.delete(`${settingsPath}/logo`)
    expect(removed.body.logo).toBeNull()
    // Emails that were already sent still show it.
    expect((await testApp.app.inject({ url: body.logo })).statusCode).toBe(200)
    const again = await testApp.alice.delete(`${settingsPath}/logo`)
    expect([again.status, again.body.message]).toEqual([409, 'There is no uploaded logo.'])
  })

  it.each<[string, Buffer, number, string]>([
    ['nothing', Buffer.alloc(0), 400, 'Choose a PNG or JPEG image.'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, 'Choose a PNG or JPEG image.'],
    [
      'a PNG cut off',
      png().subarray(0, 40),
      400,
      'This image is damaged or of a kind that can’t be printed. Choose another one.',
    ],
    [
      '201 KB',
      Buffer.concat([png(), Buffer.alloc(201 * 1024)]),
      400,
      'A logo can be at most 200 KB. Choose a smaller image.',
    ],
    ['2 MB', Buffer.alloc(2 * 1024 * 1024), 413, 'This is too large to send.'],
  ])('is refused where it is %s', async (_what, bytes, status, sentence) => {
    const answer = await upload(testApp.alice, bytes)
    expect([answer.status, answer.body.message]).toEqual([status, sentence])
    expect((await readSettings(testApp)).logo).toBeNull()
  })

  it('is refused on a stale version, and not found at an address that no logo has', async () => {
    expect((await upload(testApp.alice, png(), { 'if-match': '"999"' })).status).toBe(412)
    for (const name of [`${'0'.repeat(32)}.png`, 'x.png', '..%2Fapp.html'])
      expect((await testApp.app.inject({ url: `/logo/${name}` })).statusCode).toBe(404)
  })
})

describe('another instance', () => {
  it('works with a change right away, whichever of them saved it', async () => {
    const twin = await testApp.twin()
    await testApp.goLive()
    await twin.goLive()
    await saveSettings(testApp, { identity: { ...identity, name: 'Twin HR' } })
    await expect.poll(() => twin.context.firm.settings().identity.name).toBe('Twin HR')
    expect(twin.context.config.provider.name).toBe('Twin HR')
    await twin.caller(testApp.alice.cookie).patch(settingsPath, { identity })
    await expect.poll(() => testApp.context.config.provider.name).toBe('Blue Ridge HR')
  })

  it('reads the saved settings when it starts later', async () => {
    const late = await testApp.twin()
    expect(late.context.config.provider.name).toBe('Blue Ridge HR')
  })
})
