// The versions of the firm settings: what each changed, and restoring an earlier one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FirmSettingsDifference, FirmSettingsVersion } from '../../domain/firm-settings-versions.ts'
import { firstServices } from '../../domain/public-site.ts'
import { firstSalesTax } from '../../domain/sales-tax.ts'
import { identity, readSettings, saveSettings, settingsPath } from '../../tests/firm-settings.ts'
import { png } from '../../tests/samples.ts'
import { type Answer, type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({ PROVIDER_NAME: 'Ridgeline HR' })))
afterAll(() => testApp.close())

const versionsPath = `${settingsPath}/versions`
const versions = async (query = ''): Promise<FirmSettingsVersion[]> =>
  (await testApp.alice.get(`${versionsPath}${query}`)).body
const newest = async (): Promise<FirmSettingsVersion> => (await versions())[0] as FirmSettingsVersion
const change = (section: string, field: string, before: string | null, after: string | null) =>
  ({ section, field, before, after }) satisfies FirmSettingsDifference
const restore = (version: number | string, who: Caller = testApp.alice, headers = {}) =>
  who.post(`${versionsPath}/${version}/restoration`, undefined, headers)
const refused = ({ status, body }: Answer) => [status, body.message]
const uploadLogo = () =>
  testApp.alice.send({
    method: 'PUT',
    url: `${settingsPath}/logo`,
    headers: { 'content-type': 'image/png' },
    payload: png(),
  })
const service = { key: '', name: 'Payroll review', brief: 'We check payroll.', detail: '', examples: [] }

describe('the versions of the firm settings', () => {
  it('are none before someone saves', async () => {
    expect(await versions()).toEqual([])
  })

  it('say who saved what and when, with the values before and after in words', async () => {
    await saveSettings(testApp, { identity, salesTax: { mode: 'by-line', rate: 6125 } })
    const { version } = await readSettings(testApp)
    expect(await newest()).toMatchObject({
      version,
      isCurrent: true,
      changedByName: expect.any(String),
      changedAt: expect.any(String),
      allowed: [],
      differences: [
        change('Firm', 'Name', 'Ridgeline HR', 'Blue Ridge HR'),
        expect.objectContaining({ field: 'Address' }),
        expect.objectContaining({ field: 'Phone' }),
        expect.objectContaining({ field: 'Email' }),
        change('Sales tax', 'Charge sales tax', 'On every line', 'By line'),
        change('Sales tax', 'Rate', '5.75%', '6.125%'),
        // Texts that no one has saved contain the name of the firm.
        expect.objectContaining({ section: 'Public site', after: expect.stringContaining('Blue Ridge HR') }),
      ],
    })
  })

  it('name only what a save changed: hours, holidays, a logo, and a new service', async () => {
    const days = [{ opens: '09:00', closes: '17:00' }, ...Array<null>(6).fill(null)]
    await saveSettings(testApp, { officeHours: { days, holidays: [{ date: '2026-12-25', name: 'Christmas' }] } })
    expect((await newest()).differences).toEqual([
      change('Office hours', 'Monday', 'Closed', '9:00 AM to 5:00 PM'),
      change('Office hours', 'Holiday on Dec 25, 2026', null, 'Christmas'),
    ])
    await saveSettings(testApp, { officeHours: { days, holidays: [] } })
    expect((await newest()).differences).toEqual([change('Office hours', 'Holiday on Dec 25, 2026', 'Christmas', null)])
    expect((await uploadLogo()).status).toBe(200)
    expect((await newest()).differences).toEqual([
      change('Logo and color', 'Logo', null, expect.stringMatching(/^Uploaded image [\da-f]{8}$/)),
    ])
    await saveSettings(testApp, { services: [...firstServices, { ...service, availability: 'internal' }] })
    const fields = (await newest()).differences.map(({ field, after }) => [field, after])
    expect(fields).toContainEqual(['Payroll review: who can request it', 'Clients and the team'])
    expect(fields.map(([field]) => field)).not.toContain('Payroll review: in one paragraph')
  })

  it('are listed newest first, in pages', async () => {
    const all = (await versions()).map(({ version }) => version)
    expect(all).toEqual(all.toSorted((a, b) => b - a))
    const first = await testApp.alice.get(`${versionsPath}?limit=2`)
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
    const second = (await testApp.alice.get(next)).body
    expect([...first.body, ...second].map(({ version }: FirmSettingsVersion) => version)).toEqual(all.slice(0, 4))
  })

  it('are only read and restored by administrators', async () => {
    const { version } = await newest()
    for (const caller of [testApp.sam, testApp.ann]) {
      expect((await caller.get(versionsPath)).status).toBe(403)
      expect((await restore(version - 1, caller)).status).toBe(404)
    }
  })
})

describe('restoring a version', () => {
  it('saves its settings and its logo as a new version, with an entry that names both', async () => {
    const { version: earlier } = await saveSettings(testApp, { salesTax: { mode: 'off', rate: 5000 } })
    const before = await readSettings(testApp)
    await saveSettings(testApp, { salesTax: firstSalesTax, contracts: { firmSigns: true } })
    await testApp.alice.delete(`${settingsPath}/logo`)
    const { version } = await readSettings(testApp)
    const { status, body } = await restore(earlier)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      version: version + 1,
      salesTax: { mode: 'off', rate: 5000 },
      contracts: before.contracts,
      logo: before.logo,
    })
    expect(await readSettings(testApp)).toMatchObject({ salesTax: { mode: 'off' }, version: version + 1 })
    // Calculations and pages use them right away.
    expect((await testApp.sam.get(`${settingsPath}/billing`)).body.salesTax.mode).toBe('off')
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'firm-settings.changed',
      details: { version: version + 1, restored: earlier, changed: ['salesTax', 'contracts', 'logo'] },
    })
    expect((await versions()).filter(({ isCurrent }) => isCurrent).map((each) => each.version)).toEqual([version + 1])
  })

  it('hides services that were added since, because records refer to them', async () => {
    const { version: earlier, services } = await saveSettings(testApp, { emails: { signature: 'Hi', showLogo: true } })
    const added = { ...service, name: 'Exit interviews', availability: 'public' }
    const { services: after } = await saveSettings(testApp, { services: [...services, added] })
    const { body } = await restore(earlier)
    expect(body.services).toEqual([...services, { ...after.at(-1), availability: 'hidden' }])
  })

  it('is refused if a service that was added since has the name of an earlier one', async () => {
    const { version: earlier, services } = await saveSettings(testApp, { emails: { signature: 'A', showLogo: true } })
    const [first, ...others] = services
    const renamed = [{ ...first, name: 'Renamed service' }, ...others]
    await saveSettings(testApp, { services: renamed })
    await saveSettings(testApp, { services: [...renamed, { ...service, name: first.name, availability: 'public' }] })
    const { version } = await readSettings(testApp)
    expect(refused(await restore(earlier))).toEqual([
      409,
      'A service that was added since has the name of an earlier one. Rename it under Services, then restore this version.',
    ])
    expect((await readSettings(testApp)).version).toBe(version)
  })

  it('refuses the current version, an older one than the author saw, and one that doesn’t exist', async () => {
    const { version } = await readSettings(testApp)
    expect(refused(await restore(version))).toEqual([409, 'The current settings are the same as this version.'])
    expect((await restore(version - 1, testApp.alice, { 'if-match': `"${version - 1}"` })).status).toBe(412)
    for (const unknown of ['1', '999999', 'x', '-2']) expect((await restore(unknown)).status).toBe(404)
  })

  it('happens once if two administrators do it at the same time', async () => {
    const { version } = await saveSettings(testApp, { contracts: { firmSigns: true } })
    await saveSettings(testApp, { contracts: { firmSigns: false } })
    const answers = await Promise.all([restore(version), restore(version)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})
