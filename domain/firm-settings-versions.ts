// The versions of the firm settings: what each save changed, in words, and restoring an earlier one.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import type { BookingSettings } from './booking-settings.ts'
import { conflict } from './errors.ts'
import type { FirmSection, FirmSettings, SavedSettings } from './firm-settings.ts'
import { firmSectionNames } from './firm-settings.ts'
import { inDollars } from './money.ts'
import { clockTime, weekdays } from './office-hours.ts'
import { firstServices, type Service, type ServiceAvailability } from './public-site.ts'
import { ratePercent, type TaxMode } from './sales-tax.ts'
import { ServiceCatalog } from './service-catalog.ts'
import { Id, Instant } from './text.ts'

export const FirmSettingsDifference = z.object({
  section: z.string(),
  field: z.string(),
  /** Null where there was, or is, no value. */
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type FirmSettingsDifference = z.infer<typeof FirmSettingsDifference>

export const FirmSettingsVersion = z.object({
  /** Follows from the version. */
  id: Id,
  version: z.int(),
  changedAt: Instant,
  changedByName: z.string().nullable(),
  isCurrent: z.boolean(),
  differences: z.array(FirmSettingsDifference),
  allowed: z.array(z.enum(['restore'])),
})
export type FirmSettingsVersion = z.infer<typeof FirmSettingsVersion>

/** The settings of a version, and its logo. */
export interface FirmSettingsState {
  settings: FirmSettings
  logoSha256: string | null
}

const sectionLabels: Record<FirmSection, string> = {
  identity: 'Firm',
  branding: 'Logo and color',
  salesTax: 'Sales tax',
  billing: 'Billing',
  contracts: 'Contracts',
  time: 'Time',
  onlinePayment: 'Online payment',
  publicSite: 'Public site',
  services: 'Services',
  emails: 'Email',
  officeHours: 'Office hours',
  booking: 'Booking',
}

/** A value of a section in words; `key` is the same in each version, although the label may differ. */
interface Entry {
  key: string
  field: string
  value: string | null
}

const entry = (field: string, value: string | null, key = field): Entry => ({ key, field, value })
const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No')
const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

const taxModes: Record<TaxMode, string> = { off: 'Off', rate: 'On every line', 'by-line': 'By line' }
const bookingModeWords: Record<BookingSettings['mode'], string> = {
  off: 'Off',
  portal: 'In the portal',
  link: 'On another website',
}
const availabilities: Record<ServiceAvailability, string> = {
  public: 'Visitors, clients, and the team',
  internal: 'Clients and the team',
  hidden: 'No one (hidden)',
}

const holidayDate = (date: string) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  })

const serviceEntries = ({ key, name, availability, brief, detail, examples }: Service): Entry[] => [
  entry(`${name}: name`, name, `${key} name`),
  entry(`${name}: who can request it`, availabilities[availability], `${key} availability`),
  entry(`${name}: in one sentence`, brief, `${key} brief`),
  entry(`${name}: in one paragraph`, detail === '' ? null : detail, `${key} detail`),
  entry(`${name}: examples`, examples.length === 0 ? null : examples.join('\n'), `${key} examples`),
]

const entriesOf: { [S in FirmSection]: (section: FirmSettings[S]) => Entry[] } = {
  identity: ({ name, address, phone, email }) => [
    entry('Name', name),
    entry('Address', address),
    entry('Phone', phone),
    entry('Email', email),
  ],
  branding: ({ accent }) => [entry('Accent color', accent)],
  salesTax: ({ mode, rate }) => [entry('Charge sales tax', taxModes[mode]), entry('Rate', ratePercent(rate))],
  billing: (billing) => [
    entry('Days until invoices are due', days(billing.dueDays)),
    entry('Days until invoices to public bodies are due', days(billing.publicBodyDueDays)),
    entry('Late charge per month', `${billing.lateCharge / 100}%`),
    entry('Payment instructions', billing.paymentInstructions),
    entry('Payment instructions for public bodies', billing.publicBodyInstructions),
    entry('Contract terms', billing.contractTerms),
  ],
  contracts: ({ firmSigns }) => [entry('The firm signs contracts when sending them', yesOrNo(firmSigns))],
  time: ({ hourlyCost }) => [entry('Average hourly cost', hourlyCost === null ? null : inDollars(hourlyCost))],
  onlinePayment: ({ isOn, allowsPartial }) => [
    entry('Let clients pay invoices online', yesOrNo(isOn)),
    entry('Let clients pay part of what is due', yesOrNo(allowsPartial)),
  ],
  publicSite: ({ headline, introduction, about: [first = null, second = null] }) => [
    entry('Headline', headline),
    entry('Introduction', introduction),
    entry('About the firm, first paragraph', first),
    entry('About the firm, second paragraph', second),
  ],
  services: (services) => [
    entry('Order', services.map(({ name }) => name).join(', ')),
    ...services.flatMap(serviceEntries),
  ],
  emails: ({ signature, showLogo }) => [
    entry('Signature', signature),
    entry('Show the logo at the top', yesOrNo(showLogo)),
  ],
  officeHours: ({ days: week, holidays }) => [
    ...weekdays.map((name, at) => {
      const day = week[at] ?? null
      return entry(name, day === null ? 'Closed' : `${clockTime(day.opens)} to ${clockTime(day.closes)}`)
    }),
    ...holidays.map(({ date, name }) => entry(`Holiday on ${holidayDate(date)}`, name, date)),
  ],
  booking: ({ mode, link, minutes, leadHours, daysAhead }) => [
    entry('Online booking', bookingModeWords[mode]),
    entry('Web address of your booking page', link),
    entry('Length', `${minutes} min`),
    entry('Minimum notice', `${leadHours} hr`),
    entry('How far ahead', days(daysAhead)),
  ],
}

function sectionEntries<S extends FirmSection>({ settings, logoSha256 }: FirmSettingsState, name: S): Entry[] {
  const entries = entriesOf[name](settings[name])
  if (name !== 'branding') return entries
  // Logos have no names, so that a part of the hash distinguishes them.
  return [...entries, entry('Logo', logoSha256 === null ? null : `Uploaded image ${logoSha256.slice(0, 8)}`)]
}

/** What differs between two versions, in the order of the settings page. */
export function differencesOf(before: FirmSettingsState, after: FirmSettingsState): FirmSettingsDifference[] {
  return firmSectionNames.flatMap((name) => {
    const [old, now] = [sectionEntries(before, name), sectionEntries(after, name)]
    const oldByKey = new Map(old.map((each) => [each.key, each]))
    const keys = new Set(now.map(({ key }) => key))
    const changed = now.map(({ key, field, value }) => ({
      field,
      before: oldByKey.get(key)?.value ?? null,
      after: value,
    }))
    const removed = old
      .filter(({ key }) => !keys.has(key))
      .map(({ field, value }) => ({ field, before: value, after: null }))
    return [...changed, ...removed]
      .filter((each) => each.before !== each.after)
      .map((each) => ({ section: sectionLabels[name], ...each }))
  })
}

export const allowedForVersion = (actor: Actor, isCurrent: boolean): FirmSettingsVersion['allowed'] =>
  isAdministrator(actor) && !isCurrent ? ['restore'] : []

/**
 * The saved sections after an earlier version is restored. Services that were added since are hidden, because records refer to
 * them. Throws 409 if the services of both can't be in one list.
 */
export function restoredSettings(current: SavedSettings, earlier: SavedSettings): SavedSettings {
  const target = earlier.services ?? firstServices
  const added = (current.services ?? firstServices).filter(({ key }) => !target.some((each) => each.key === key))
  if (added.length === 0) return earlier
  const services = [...target, ...added.map((service): Service => ({ ...service, availability: 'hidden' }))]
  if (!ServiceCatalog.safeParse(services).success)
    throw conflict(
      'A service that was added since has the name of an earlier one. Rename it under Services, then restore this version.',
    )
  return { ...earlier, services }
}

/** The names of the sections that differ, and of the logo. Throws 409 if restoring the version would change nothing. */
export function restoredSections(
  before: { settings: SavedSettings; logoSha256: string | null },
  after: { settings: SavedSettings; logoSha256: string | null },
): string[] {
  const differs = (name: FirmSection) => JSON.stringify(before.settings[name]) !== JSON.stringify(after.settings[name])
  const changed = [...firmSectionNames.filter(differs), ...(before.logoSha256 === after.logoSha256 ? [] : ['logo'])]
  if (changed.length === 0) throw conflict('The current settings are the same as this version.')
  return changed
}
