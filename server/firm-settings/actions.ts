// Each save inserts a row with the next version number, so that concurrent saves can't be based on the same version.
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { type Actor, roles } from '../../domain/actor.ts'
import { notFound } from '../../domain/errors.ts'
import {
  assertCanChangeFirmSettings,
  assertHasLogo,
  type FirmSettingsChange,
  logoTypeOf,
  type SavedSettings,
} from '../../domain/firm-settings.ts'
import { restoredSections, restoredSettings } from '../../domain/firm-settings-versions.ts'
import { firstServices } from '../../domain/public-site.ts'
import { changeCatalog } from '../../domain/service-catalog.ts'
import { takeAdvisoryLock } from '../kit/advisory-lock.ts'
import type { Tx } from '../kit/db.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { firmChannel } from './firm.ts'
import { savedSettings } from './queries.ts'
import { settingsOfVersion } from './versions.ts'

/** Saves the submitted sections; the others don't change. */
export async function changeFirmSettings(tx: Tx, actor: Actor, change: FirmSettingsChange, ifMatch: IfMatch) {
  assertCanChangeFirmSettings(actor)
  const before = await lockedSettings(tx, ifMatch)
  const settings = { ...before.settings, ...change }
  if (change.services !== undefined)
    settings.services = changeCatalog(before.settings.services ?? firstServices, change.services)
  const { version, logoSha256 } = before
  await save(tx, actor, { version: version + 1, settings, logoSha256, changed: Object.keys(change) })
}

/** @param bytes a PNG or JPEG image that can be printed */
export async function changeLogo(tx: Tx, actor: Actor, bytes: Buffer, ifMatch: IfMatch) {
  assertCanChangeFirmSettings(actor)
  const before = await lockedSettings(tx, ifMatch)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await tx.run(sql`
    insert into firm_logos (sha256, type, bytes, created_at) values (${sha256}, ${logoTypeOf(bytes)}, ${bytes}, ${tx.now})
    on conflict (sha256) do nothing`)
  const { version, settings } = before
  await save(tx, actor, { version: version + 1, settings, logoSha256: sha256, changed: ['logo'] })
}

export async function removeLogo(tx: Tx, actor: Actor, ifMatch: IfMatch) {
  assertCanChangeFirmSettings(actor)
  const before = await lockedSettings(tx, ifMatch)
  assertHasLogo(before.logoSha256)
  const { version, settings } = before
  await save(tx, actor, { version: version + 1, settings, logoSha256: null, changed: ['logo'] })
}

/** Saves an earlier version as a new one, with its logo. */
export async function restoreVersion(tx: Tx, actor: Actor, version: number, ifMatch: IfMatch) {
  assertCanChangeFirmSettings(actor)
  const before = await lockedSettings(tx, ifMatch)
  const earlier = await settingsOfVersion(tx, version)
  if (earlier === null) throw notFound()
  const after = { settings: restoredSettings(before.settings, earlier.settings), logoSha256: earlier.logoSha256 }
  const changed = restoredSections(before, after)
  await save(tx, actor, { version: before.version + 1, ...after, changed, restored: version })
}

async function lockedSettings(tx: Tx, ifMatch: IfMatch) {
  await takeAdvisoryLock(tx, 'firmSettings')
  const saved = await savedSettings(tx)
  assertVersion(saved, ifMatch)
  return saved
}

interface NextVersion {
  version: number
  settings: SavedSettings
  logoSha256: string | null
  /** The names of the sections, or `logo`. */
  changed: string[]
  /** The earlier version with the same settings. */
  restored?: number
}

async function save(tx: Tx, actor: Actor, { version, settings, logoSha256, changed, restored }: NextVersion) {
  await tx.run(sql`
    insert into firm_settings (version, settings, logo_sha256, changed_by_id, changed_at)
    values (${version}, ${JSON.stringify(settings)}::jsonb, ${logoSha256}, ${actor.id}, ${tx.now})`)
  const details = { version, changed, ...(restored === undefined ? {} : { restored }) }
  tx.record({ action: 'firm-settings.changed', id: null, details }, { type: 'firm-settings', id: null, roles })
  await tx.run(sql`select pg_notify(${firmChannel}, ${String(version)})`)
}
