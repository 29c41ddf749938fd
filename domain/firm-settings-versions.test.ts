import { describe, expect, it } from 'vitest'
import { settingsInForce } from './firm-settings.ts'
import { differencesOf, restoredSections, restoredSettings } from './firm-settings-versions.ts'
import { firstServices, type Service } from './public-site.ts'

const environment = { name: 'Ridgeline HR', address: 'Virginia', phone: '(540) 555-0100', email: 'hr@example.com' }
const first = { settings: settingsInForce({}, environment), logoSha256: null }
const withSettings = (more: Partial<typeof first.settings>) => ({ ...first, settings: { ...first.settings, ...more } })
const extra: Service = {
  key: 'service-payroll',
  name: 'Payroll',
  brief: 'We check payroll.',
  detail: '',
  examples: [],
  availability: 'public',
}

describe('the differences of two versions', () => {
  it('are none between the same settings', () => {
    expect(differencesOf(first, withSettings({}))).toEqual([])
  })

  it.each([
    ['a rate', { salesTax: { mode: 'rate' as const, rate: 6125 } }, 'Rate', '5.75%', '6.125%'],
    ['a yes or no', { contracts: { firmSigns: false } }, 'The firm signs contracts when sending them', 'Yes', 'No'],
    ['a value that was not set', { branding: { accent: '#08546a' } }, 'Accent color', null, '#08546a'],
    ['days', { billing: { ...first.settings.billing, dueDays: 1 } }, 'Days until invoices are due', '30 days', '1 day'],
    [
      'a late charge',
      { billing: { ...first.settings.billing, lateCharge: 125 } },
      'Late charge per month',
      '1.5%',
      '1.25%',
    ],
  ])('say %s in words', (_what, more, field, before, after) => {
    expect(differencesOf(first, withSettings(more))).toEqual([{ section: expect.any(String), field, before, after }])
  })

  it('name a renamed service once, although it is in another place', () => {
    const [one, two, ...others] = firstServices as [Service, Service, ...Service[]]
    const services = [two, { ...one, name: 'HR help' }, ...others]
    const found = differencesOf(first, withSettings({ services }))
    expect(found.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['Order', firstServices.map(({ name }) => name).join(', '), services.map(({ name }) => name).join(', ')],
      ['HR help: name', one.name, 'HR help'],
    ])
  })

  it('include a logo, in both directions', () => {
    const withLogo = { ...first, logoSha256: 'ab'.repeat(32) }
    const logo = { section: 'Logo and color', field: 'Logo' }
    expect(differencesOf(first, withLogo)).toEqual([{ ...logo, before: null, after: 'Uploaded image abababab' }])
    expect(differencesOf(withLogo, first)).toEqual([{ ...logo, before: 'Uploaded image abababab', after: null }])
  })
})

describe('restoring a version', () => {
  it('leaves the services out if none was added since', () => {
    const earlier = { contracts: { firmSigns: true } }
    expect(restoredSettings({ services: firstServices }, earlier)).toEqual(earlier)
  })

  it('hides services that were added since', () => {
    const { services } = restoredSettings({ services: [...firstServices, extra] }, {})
    expect(services).toEqual([...firstServices, { ...extra, availability: 'hidden' }])
  })

  it('is refused if both have a service of the same name, and if it would change nothing', () => {
    const namesake = { ...extra, name: firstServices[0]?.name ?? '' }
    expect(() => restoredSettings({ services: [...firstServices, namesake] }, {})).toThrow('Rename it under Services')
    const same = { settings: { contracts: { firmSigns: true } }, logoSha256: null }
    expect(() => restoredSections(same, same)).toThrow('The current settings are the same as this version.')
  })

  it('names the sections that change, also those that return to their first values', () => {
    const before = { settings: { contracts: { firmSigns: true } }, logoSha256: 'ab' }
    expect(restoredSections(before, { settings: {}, logoSha256: null })).toEqual(['contracts', 'logo'])
  })
})
