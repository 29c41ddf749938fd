import sql from 'sql-template-tag'
import { z } from 'zod'
import type { listFirmSettingsVersions as endpoint } from '../../api/firm-settings.ts'
import type { Actor } from '../../domain/actor.ts'
import { type FirmIdentity, FirmSettings, type SavedSettings, settingsInForce } from '../../domain/firm-settings.ts'
import { allowedForVersion, differencesOf, type FirmSettingsVersion } from '../../domain/firm-settings-versions.ts'
import { Instant } from '../../domain/text.ts'
import type { Reader } from '../kit/db.ts'
import { type Page, pageOf, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

/** Versions have no id of their own; this one has their order, for the cursor. */
const versionId = sql`('00000000-0000-7000-8000-' || lpad(to_hex(s.version), 12, '0'))::uuid`

const VersionRow = z.object({
  id: z.string(),
  version: z.int(),
  settings: FirmSettings.partial(),
  logoSha256: z.string().nullable(),
  earlierSettings: FirmSettings.partial(),
  earlierLogo: z.string().nullable(),
  changedAt: Instant,
  changedByName: z.string().nullable(),
  isCurrent: z.boolean(),
})

/** @param environment the identity of versions before someone saved one */
export async function listFirmSettingsVersions(
  reader: Reader,
  actor: Actor,
  environment: FirmIdentity,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<FirmSettingsVersion>> {
  const rows = await reader.rows(typed(VersionRow)`
    select ${versionId} as id, s.version, s.settings, s.logo_sha256 as "logoSha256",
      coalesce(earlier.settings, '{}') as "earlierSettings", earlier.logo_sha256 as "earlierLogo",
      iso(s.changed_at) as "changedAt", person_name(who.first_name, who.last_name) as "changedByName",
      not exists (select from firm_settings later where later.version > s.version) as "isCurrent"
    from firm_settings s join users who on who.id = s.changed_by_id
      left join firm_settings earlier on earlier.version = s.version - 1
    where true ${pageOf(versionId, query)}`)
  const { items, next } = toPage(rows, query)
  const inForce = (saved: SavedSettings) => settingsInForce(saved, environment)
  const viewed = items.map(({ id, version, changedAt, changedByName, isCurrent, ...row }): FirmSettingsVersion => ({
    id,
    version,
    changedAt,
    changedByName,
    isCurrent,
    differences: differencesOf(
      { settings: inForce(row.earlierSettings), logoSha256: row.earlierLogo },
      { settings: inForce(row.settings), logoSha256: row.logoSha256 },
    ),
    allowed: allowedForVersion(actor, isCurrent),
  }))
  return { items: viewed, next }
}

const SettingsRow = z.object({ settings: FirmSettings.partial(), logoSha256: z.string().nullable() })

export const settingsOfVersion = (reader: Reader, version: number) =>
  reader.maybe(typed(SettingsRow)`
    select settings, logo_sha256 as "logoSha256" from firm_settings where version = ${version}`)
