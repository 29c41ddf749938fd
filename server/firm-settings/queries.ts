import { z } from 'zod'
import { type Actor, isClient } from '../../domain/actor.ts'
import {
  allowedFirmActions,
  type FirmBilling,
  firstBilling,
  firmSectionNames,
  FirmSettings,
  type FirmSettingsView,
  LogoType,
  settingsInForce,
} from '../../domain/firm-settings.ts'
import { firstServices, type Service } from '../../domain/public-site.ts'
import { firstSalesTax, type SalesTax } from '../../domain/sales-tax.ts'
import { choicesOf, type ServiceChoice } from '../../domain/service-catalog.ts'
import { Instant } from '../../domain/text.ts'
import type { Config, UploadedLogo } from '../config.ts'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

const SavedRow = z.object({
  version: z.int(),
  settings: FirmSettings.partial(),
  logoSha256: z.string().nullable(),
  changedAt: Instant.nullable(),
  changedByName: z.string().nullable(),
})
export type SavedRow = z.infer<typeof SavedRow>

const nothingSaved: SavedRow = { version: 1, settings: {}, logoSha256: null, changedAt: null, changedByName: null }

/** The latest version. */
export const savedSettings = async (reader: Reader): Promise<SavedRow> =>
  (await reader.maybe(typed(SavedRow)`
    select s.version, s.settings, s.logo_sha256 as "logoSha256", iso(s.changed_at) as "changedAt",
      person_name(who.first_name, who.last_name) as "changedByName"
    from firm_settings s join users who on who.id = s.changed_by_id order by s.version desc limit 1`)) ?? nothingSaved

/** The current settings, for calculations. @param provider from the configuration */
export const currentFirmSettings = async (reader: Reader, { name, address, phone, email }: Config['provider']) =>
  settingsInForce((await savedSettings(reader)).settings, { name, address, phone, email })

export const currentBilling = async (reader: Reader): Promise<FirmBilling> =>
  (await savedSettings(reader)).settings.billing ?? firstBilling

export const currentSalesTax = async (reader: Reader): Promise<SalesTax> =>
  (await savedSettings(reader)).settings.salesTax ?? firstSalesTax

/** The services that the firm offers, and the hidden ones. */
export const currentServices = async (reader: Reader): Promise<Service[]> =>
  (await savedSettings(reader)).settings.services ?? firstServices

/** For forms and filters; a client isn't told of hidden services. */
export const serviceChoices = async (reader: Reader, actor: Actor): Promise<ServiceChoice[]> =>
  choicesOf(await currentServices(reader)).filter(({ isOffered }) => isOffered || !isClient(actor))

const viewOf = (
  { version, settings, logoSha256, changedAt, changedByName }: SavedRow,
  logoType: LogoType | null,
  actor: Actor,
  { provider: { name, address, phone, email }, stripe }: Pick<Config, 'provider' | 'stripe'>,
): FirmSettingsView => ({
  ...settingsInForce(settings, { name, address, phone, email }),
  canTakeOnline: stripe !== undefined,
  logo: logoSha256 === null || logoType === null ? null : logoAddress(logoSha256, logoType),
  saved: firmSectionNames.filter((name) => settings[name] !== undefined),
  changedAt,
  changedByName,
  version,
  allowed: allowedFirmActions(actor),
})

export async function readFirmSettings(
  reader: Reader,
  actor: Actor,
  config: Pick<Config, 'provider' | 'stripe'>,
): Promise<FirmSettingsView> {
  const saved = await savedSettings(reader)
  const logo = saved.logoSha256 === null ? null : await uploadedLogo(reader, saved.logoSha256)
  return viewOf(saved, logo?.type ?? null, actor, config)
}

const endings: Record<LogoType, string> = { 'image/png': 'png', 'image/jpeg': 'jpg' }

/** The address contains the hash, so that browsers can cache each logo permanently. */
export const logoAddress = (sha256: string, type: LogoType) => `/logo/${sha256.slice(0, 32)}.${endings[type]}`

const LogoRow = z.object({ type: LogoType, bytes: z.instanceof(Buffer) })

export async function uploadedLogo(reader: Reader, sha256: string): Promise<UploadedLogo | null> {
  const logo = await reader.maybe(typed(LogoRow)`select type, bytes from firm_logos where sha256 = ${sha256}`)
  return logo === null ? null : { ...logo, address: logoAddress(sha256, logo.type) }
}

/** By the name in its address; earlier logos can still be loaded. */
export const logoAt = (reader: Reader, name: string) =>
  reader.maybe(typed(LogoRow)`select type, bytes from firm_logos where left(sha256, 32) = ${name.split('.')[0]}`)
