// What the firm says about itself and how it bills, set by administrators in the portal. A section that no one has saved yet has
// its first values: those of the environment, or those of the specification.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import type { Sector } from './audience.ts'
import { BookingSettings, firstBooking } from './booking-settings.ts'
import { firstPaymentTerms, termsFor } from './contract-terms.ts'
import { contrast, lightBackground, minContrast, shownContrast } from './contrast.ts'
import { conflict, DomainError, forbidden } from './errors.ts'
import { firstOfficeHours, OfficeHours } from './office-hours.ts'
import { line, optionalParagraph, paragraph } from './firm-text.ts'
import { firstPublicSite, firstServices } from './public-site.ts'
import { firstSalesTax, SalesTax } from './sales-tax.ts'
import { ServiceCatalog } from './service-catalog.ts'
import { emailAddress, Instant } from './text.ts'

export const FirmIdentity = z.strictObject({
  name: line('Enter the name of the firm.', 120),
  address: line('Enter the address.', 200),
  phone: line('Enter the phone number.', 40).refine((phone) => /\d{3}/.test(phone), 'Enter the phone number.'),
  email: emailAddress('Enter the email address.', 'Enter a valid email address.'),
})
export type FirmIdentity = z.infer<typeof FirmIdentity>

const badColor = 'Enter a color in the form #08546A.'

export const FirmBranding = z.strictObject({
  /** #rrggbb; null for the portal's own color. */
  accent: z
    .union([
      z
        .string(badColor)
        .regex(/^#[\da-f]{6}$/i, badColor)
        .superRefine((color, check) => {
          if (!/^#[\da-f]{6}$/i.test(color)) return
          const ratio = contrast(color, lightBackground)
          if (ratio < minContrast)
            check.addIssue({
              code: 'custom',
              message: `This color has a contrast of ${shownContrast(ratio)} to 1 with light backgrounds. At least ${minContrast} to 1 is needed. Choose a darker color.`,
            })
        }),
      z.literal(''),
      z.null(),
    ])
    .transform((color) => (color === '' || color === null ? null : color.toLowerCase()))
    .pipe(z.string().nullable()),
})
export type FirmBranding = z.infer<typeof FirmBranding>

const badDays = 'Enter a number of days from 0 to 365.'
const Days = z.int(badDays).min(0, badDays).max(365, badDays)
const badCharge = 'Enter a percentage from 0 to 10, with at most two decimals.'

export const FirmBilling = z.strictObject({
  /** From the day an invoice is drafted to its due date. */
  dueDays: Days,
  /** The same for public bodies. */
  publicBodyDueDays: Days,
  /** In hundredths of a percent per month; 0 for none. */
  lateCharge: z.int(badCharge).min(0, badCharge).max(1000, badCharge),
  /** Null: "Make checks payable to …". */
  paymentInstructions: optionalParagraph(1500),
  publicBodyInstructions: paragraph('Enter how public bodies pay.', 1500),
  /** Null: the terms that follow from the days and the late charge. */
  contractTerms: optionalParagraph(10_000),
})
export type FirmBilling = z.infer<typeof FirmBilling>

export const FirmEmails = z.strictObject({
  /** Below the text of every email; null for none. */
  signature: optionalParagraph(500).refine(
    (signature) => (signature ?? '').split('\n').length <= 8,
    'Use at most 8 lines.',
  ),
  /** The logo, where one was uploaded, at the top of every email. */
  showLogo: z.boolean(),
})
export type FirmEmails = z.infer<typeof FirmEmails>

export const FirmOnlinePayment = z.strictObject({
  /** Where Stripe’s keys are set. */
  isOn: z.boolean(),
  allowsPartial: z.boolean(),
})
export type FirmOnlinePayment = z.infer<typeof FirmOnlinePayment>

/**
 * Whether the portal asks the person who creates or edits a contract to sign it for the firm. They can leave the
 * signature out, and so can an API call.
 */
export const FirmContracts = z.strictObject({ firmSigns: z.boolean() })
export type FirmContracts = z.infer<typeof FirmContracts>

const badCost = 'Enter an amount from $0 to $10,000, or leave it empty.'

export const FirmTime = z.strictObject({
  /** In cents: what an hour of the team's work costs the firm on average, for the profit report; null until it is entered. */
  hourlyCost: z.int(badCost).min(0, badCost).max(1_000_000, badCost).nullable(),
})
export type FirmTime = z.infer<typeof FirmTime>

export const FirmPublicSite = z.strictObject({
  headline: line('Enter the headline.', 120),
  introduction: paragraph('Enter the introduction.', 400),
  about: z.array(paragraph('Enter one paragraph.', 1000)).length(2, 'Enter two paragraphs.'),
})
export type FirmPublicSite = z.infer<typeof FirmPublicSite>

export const firmSections = {
  identity: FirmIdentity,
  branding: FirmBranding,
  salesTax: SalesTax,
  billing: FirmBilling,
  contracts: FirmContracts,
  time: FirmTime,
  onlinePayment: FirmOnlinePayment,
  publicSite: FirmPublicSite,
  services: ServiceCatalog,
  emails: FirmEmails,
  officeHours: OfficeHours,
  booking: BookingSettings,
}
export type FirmSection = keyof typeof firmSections
export const firmSectionNames = Object.keys(firmSections) as FirmSection[]

/** Everything that is in force. */
export const FirmSettings = z.object(firmSections)
export type FirmSettings = z.infer<typeof FirmSettings>

/** An edit: the sections that are saved. */
export const FirmSettingsChange = z
  .strictObject(firmSections)
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Send at least one section.')
export type FirmSettingsChange = z.infer<typeof FirmSettingsChange>

/** The saved fields only. */
export type SavedSettings = Partial<FirmSettings>

/** The current settings. @param environment the identity that the environment gives */
export function settingsInForce(saved: SavedSettings, environment: FirmIdentity): FirmSettings {
  const identity = saved.identity ?? environment
  return {
    identity,
    branding: saved.branding ?? { accent: null },
    salesTax: saved.salesTax ?? firstSalesTax,
    billing: saved.billing ?? firstBilling,
    contracts: saved.contracts ?? { firmSigns: true },
    time: saved.time ?? { hourlyCost: null },
    onlinePayment: saved.onlinePayment ?? { isOn: true, allowsPartial: false },
    publicSite: saved.publicSite ?? firstPublicSite(identity.name),
    services: saved.services ?? firstServices,
    emails: saved.emails ?? { signature: null, showLogo: true },
    officeHours: saved.officeHours ?? firstOfficeHours,
    booking: saved.booking ?? firstBooking,
  }
}

/** Virginia's localities and schools pay within 45 days unless a contract says otherwise (Va. Code § 2.2-4352). */
export const firstBilling: FirmBilling = {
  ...firstPaymentTerms,
  publicBodyDueDays: 45,
  paymentInstructions: null,
  publicBodyInstructions: 'Pay by check or ACH within 45 days of receiving this invoice (Net 45).',
  contractTerms: null,
}

/** The firm's own terms, or the default ones; those for a public body have its days to pay and no late charge. */
export const contractTermsOf = (billing: FirmBilling, sector: Sector | null = null): string =>
  billing.contractTerms ??
  termsFor(sector === 'public-school' ? { dueDays: billing.publicBodyDueDays, lateCharge: 0 } : billing)

/** How an invoice is paid, in paragraphs. */
export function paymentParagraphs(
  { name, address, phone, email }: FirmIdentity,
  { paymentInstructions, publicBodyInstructions, lateCharge }: FirmBilling,
  isPublicBody: boolean,
): string[] {
  const contact = `To pay by bank transfer or another method, or if you have questions, contact us at ${phone} or ${email}.`
  const checks = `Make checks payable to ${name}, ${address}.`
  if (isPublicBody) return [publicBodyInstructions, checks, contact]
  return [
    ...(paymentInstructions === null ? [checks, contact] : paymentInstructions.split(/\n\s*\n/)),
    ...(lateCharge === 0
      ? []
      : [
          `An amount not paid by its due date is subject to a late charge of ${lateCharge / 100}% per month until paid.`,
        ]),
  ]
}

export const logoLimitBytes = 200 * 1024
export const LogoType = z.enum(['image/png', 'image/jpeg'])
export type LogoType = z.infer<typeof LogoType>

export const FirmSettingsAction = z.enum(['edit'])

export const FirmSettingsView = FirmSettings.extend({
  /** The address of the uploaded logo; null for the one that the environment names, or none. */
  logo: z.string().nullable(),
  /** Whether Stripe's keys are set. */
  canTakeOnline: z.boolean(),
  /** The sections that were saved; the others have their first values. */
  saved: z.array(z.enum(firmSectionNames)),
  changedAt: Instant.nullable(),
  changedByName: z.string().nullable(),
  version: z.int(),
  allowed: z.array(FirmSettingsAction),
})
export type FirmSettingsView = z.infer<typeof FirmSettingsView>

/** What the team's forms begin with. */
export const BillingDefaults = z.object({
  salesTax: SalesTax,
  dueDays: z.int(),
  publicBodyDueDays: z.int(),
  contractTerms: z.string(),
  publicBodyContractTerms: z.string(),
  firmSignsContracts: z.boolean(),
})
export type BillingDefaults = z.infer<typeof BillingDefaults>

export const billingDefaultsOf = ({ salesTax, billing, contracts }: FirmSettings): BillingDefaults => ({
  salesTax,
  dueDays: billing.dueDays,
  publicBodyDueDays: billing.publicBodyDueDays,
  contractTerms: contractTermsOf(billing),
  publicBodyContractTerms: contractTermsOf(billing, 'public-school'),
  firmSignsContracts: contracts.firmSigns,
})

export const allowedFirmActions = (actor: Actor): z.infer<typeof FirmSettingsAction>[] =>
  isAdministrator(actor) ? ['edit'] : []

/** Refuses 403 for anyone but administrators. */
export function assertCanChangeFirmSettings(actor: Actor): void {
  if (!isAdministrator(actor)) throw forbidden('Only administrators can change the firm settings.')
}

/** Refuses 409 where there is no uploaded logo to remove. */
export function assertHasLogo(logo: unknown): void {
  if (logo === null) throw conflict('There is no uploaded logo.')
}

/** The type of an image by its first bytes. Throws 400 for other types, 413 for a file that is too large. */
export function logoTypeOf(bytes: Uint8Array): LogoType {
  if (bytes.length > logoLimitBytes) throw logoTooLarge()
  const begins = (...values: number[]) => values.every((value, at) => bytes[at] === value)
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg'
  throw new DomainError('invalid', 'Choose a PNG or JPEG image.')
}

export const logoTooLarge = () => new DomainError('invalid', 'A logo can be at most 200 KB. Choose a smaller image.')
