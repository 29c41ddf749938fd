import { describe, expect, it } from 'vitest'
import { defaultTerms } from './contract-terms.ts'
import { contrast, darkBackground, lightBackground, minContrast, shadesOf } from './contrast.ts'
import {
  contractTermsOf,
  firstBilling,
  FirmBilling,
  FirmBranding,
  FirmEmails,
  FirmIdentity,
  FirmPublicSite,
  FirmSettings,
  FirmSettingsChange,
  logoTypeOf,
  paymentParagraphs,
  settingsInForce,
} from './firm-settings.ts'
import { hoursInWords, OfficeHours } from './office-hours.ts'

const environment = { name: 'ProHR', address: 'Virginia', phone: '(804) 555-0100', email: 'hello@example.com' }
const first = settingsInForce({}, environment)

const refusalsOf = (result: { success: boolean; error?: { issues: { message: string }[] } | undefined }) =>
  result.success ? [] : (result.error?.issues ?? []).map(({ message }) => message)

describe('the settings in force', () => {
  it('are valid, and have the values of the specification until something is saved', () => {
    expect(FirmSettings.parse(first)).toEqual(first)
    expect(first.salesTax).toEqual({ mode: 'rate', rate: 5750 })
    expect(contractTermsOf(first.billing)).toBe(defaultTerms)
    expect(first.billing).toMatchObject({ dueDays: 30, lateCharge: 150, publicBodyDueDays: 45 })
  })

  it('take each saved section whole, and the name of the firm into texts that no one has saved', () => {
    const identity = { ...environment, name: 'Ridgeline HR' }
    const settings = settingsInForce(
      { identity, billing: { ...firstBilling, dueDays: 15, lateCharge: 0 } },
      environment,
    )
    expect(settings.publicSite.about[0]).toContain('Ridgeline HR is an HR consultancy')
    expect(contractTermsOf(settings.billing)).toContain('Net 15')
    expect(contractTermsOf(settings.billing)).not.toContain('late charge')
    expect(settings.salesTax).toEqual(first.salesTax)
  })

  it('give a public body its days to pay and no late charge, unless the firm has written its own terms', () => {
    const terms = contractTermsOf(first.billing, 'public-school')
    expect(terms).toContain('Net 45')
    expect(terms).not.toContain('late charge')
    expect(contractTermsOf(first.billing, 'private-school')).toBe(defaultTerms)
    expect(contractTermsOf({ ...first.billing, contractTerms: 'Our own.' }, 'public-school')).toBe('Our own.')
  })

  it('are not changed by nothing, by an unknown section, or by part of a section', () => {
    expect(refusalsOf(FirmSettingsChange.safeParse({}))).toEqual(['Send at least one section.'])
    expect(FirmSettingsChange.safeParse({ prices: {} }).success).toBe(false)
    expect(FirmSettingsChange.safeParse({ identity: { name: 'Ridgeline HR' } }).success).toBe(false)
  })
})

describe('the accent color', () => {
  it('is readable on light pages as it is, and on dark pages as its lighter shade', () => {
    for (const color of ['#08546a', '#7a1f1f', '#000000', '#3b2a8f', '#1f5c2e']) {
      expect(FirmBranding.parse({ accent: color }).accent).toBe(color)
      const { light, dark } = shadesOf(color)
      expect(contrast(light.color, '#ffffff')).toBeGreaterThan(minContrast)
      expect(contrast(light.color, lightBackground)).toBeGreaterThanOrEqual(minContrast)
      for (const shade of [dark.color, dark.hover])
        expect(contrast(shade, darkBackground), color).toBeGreaterThanOrEqual(minContrast)
    }
  })

  it('is refused with its figure where it has too little contrast', () => {
    expect(refusalsOf(FirmBranding.safeParse({ accent: '#F5A623' }))).toEqual([
      'This color has a contrast of 1.7 to 1 with light backgrounds. At least 4.5 to 1 is needed. Choose a darker color.',
    ])
  })

  it.each(['red', '#12345', '#12345g', 'url(x)', '#000;}body{display:none}'])('is refused where it is %s', (accent) =>
    expect(refusalsOf(FirmBranding.safeParse({ accent }))).toEqual(['Enter a color in the form #08546A.']),
  )

  it('is the portal’s own where the field is empty', () => {
    expect(FirmBranding.parse({ accent: '' })).toEqual({ accent: null })
  })
})

describe('texts', () => {
  it('are refused where they hold HTML, more than one line, or nothing', () => {
    expect(refusalsOf(FirmIdentity.safeParse({ ...environment, name: '<b>ProHR</b>' }))).toEqual([
      'Use plain text without HTML.',
    ])
    expect(refusalsOf(FirmIdentity.safeParse({ ...environment, address: 'One\nTwo' }))).toEqual(['Use one line.'])
    expect(refusalsOf(FirmIdentity.safeParse({ ...environment, phone: ' ' }))).toContain('Enter the phone number.')
    expect(refusalsOf(FirmIdentity.safeParse({ ...environment, email: 'x' }))).toEqual(['Enter a valid email address.'])
    expect(FirmEmails.safeParse({ signature: 'a\n'.repeat(9), showLogo: true }).success).toBe(false)
    expect(FirmEmails.parse({ signature: ' ', showLogo: true }).signature).toBeNull()
  })

  it('may hold a lesser-than sign and an ampersand', () => {
    const introduction = 'Firms with < 500 people & schools. We <3 handbooks.'
    expect(FirmPublicSite.safeParse({ ...first.publicSite, introduction }).success).toBe(true)
  })
})

describe('billing', () => {
  it.each([
    [{ dueDays: -1 }, 'Enter a number of days from 0 to 365.'],
    [{ publicBodyDueDays: 366 }, 'Enter a number of days from 0 to 365.'],
    [{ lateCharge: 1001 }, 'Enter a percentage from 0 to 10, with at most two decimals.'],
    [{ lateCharge: 0.5 }, 'Enter a percentage from 0 to 10, with at most two decimals.'],
  ])('refuses %o', (change, sentence) =>
    expect(refusalsOf(FirmBilling.safeParse({ ...firstBilling, ...change }))).toEqual([sentence]),
  )

  it('says how to pay: checks and the late charge for a business, check or ACH and no charge for a public body', () => {
    expect(paymentParagraphs(environment, firstBilling, false)).toEqual([
      'Make checks payable to ProHR, Virginia.',
      'To pay by bank transfer or another method, or if you have questions, contact us at (804) 555-0100 or hello@example.com.',
      'An amount not paid by its due date is subject to a late charge of 1.5% per month until paid.',
    ])
    const [how, ...more] = paymentParagraphs(environment, firstBilling, true)
    expect(how).toBe('Pay by check or ACH within 45 days of receiving this invoice (Net 45).')
    expect(more.join(' ')).not.toContain('late charge')
  })

  it('says the instructions that the firm wrote', () => {
    const billing = {
      ...firstBilling,
      lateCharge: 0,
      paymentInstructions: 'Wire to First Bank.\n\nCall us for details.',
    }
    expect(paymentParagraphs(environment, billing, false)).toEqual(['Wire to First Bank.', 'Call us for details.'])
  })
})

describe('office hours', () => {
  const nineToFive = { opens: '09:00', closes: '17:00' }
  const week = [...Array.from({ length: 5 }, () => nineToFive), null, null]

  it('read as runs of days, with the closed days of the next 30 days', () => {
    const holidays = [
      { date: '2026-12-25', name: 'Christmas Day' },
      { date: '2026-11-26', name: 'Thanksgiving' },
      { date: '2026-11-20', name: 'Past' },
    ]
    expect(hoursInWords({ days: week, holidays }, '2026-11-23')).toEqual([
      'Monday to Friday, 9:00 AM to 5:00 PM ET',
      'Closed Thursday, Nov 26: Thanksgiving',
    ])
    const saturday = { opens: '10:00', closes: '12:30' }
    const days = [nineToFive, nineToFive, null, null, null, saturday, null]
    expect(hoursInWords({ days, holidays: [] }, '2026-11-23')).toEqual([
      'Monday and Tuesday, 9:00 AM to 5:00 PM ET',
      'Saturday, 10:00 AM to 12:30 PM ET',
    ])
    expect(hoursInWords(first.officeHours, '2026-11-23')).toEqual([])
  })

  it('refuse a day that closes before it opens, a time that is none, six days, and a holiday that is there twice', () => {
    const refusedWith = (hours: unknown) => refusalsOf(OfficeHours.safeParse(hours))
    const withDay = (day: unknown) => ({ days: [day, ...week.slice(1)], holidays: [] })
    expect(refusedWith(withDay({ opens: '17:00', closes: '09:00' }))).toEqual(['Enter a time after the opening time.'])
    expect(refusedWith(withDay({ opens: '25:00', closes: '26:00' }))).toEqual(['Enter a time.', 'Enter a time.'])
    expect(refusedWith({ days: week.slice(1), holidays: [] })).toEqual(['Enter seven days.'])
    const twice = [
      { date: '2026-12-25', name: 'Christmas' },
      { date: '2026-12-25', name: 'Christmas Day' },
    ]
    expect(refusedWith({ days: week, holidays: twice })).toEqual(['Enter each holiday once.'])
  })
})

describe('a logo', () => {
  const png = Buffer.from('89504e470d0a1a0a0000', 'hex')

  it('is known by its first bytes', () => {
    expect(logoTypeOf(png)).toBe('image/png')
    expect(logoTypeOf(Buffer.from('ffd8ffe0', 'hex'))).toBe('image/jpeg')
  })

  it('is refused where it is something else, nothing, or more than 200 KB', () => {
    for (const bytes of [Buffer.from('<svg onload=alert(1)>'), Buffer.alloc(0), Buffer.from('GIF89a')])
      expect(() => logoTypeOf(bytes)).toThrow('Choose a PNG or JPEG image.')
    expect(() => logoTypeOf(Buffer.concat([png, Buffer.alloc(200 * 1024)]))).toThrow('at most 200 KB')
  })
})
