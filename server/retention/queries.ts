import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listLegalHolds as holdsEndpoint } from '../../api/retention.ts'
import { notFound } from '../../domain/errors.ts'
import {
  erased,
  Erasure,
  ArchivedPdf,
  LegalHold,
  type LegalHoldView,
  RetentionClass,
  retentionClasses,
  type RetentionRule,
} from '../../domain/retention.ts'
import type { Reader } from '../kit/db.ts'
import { pageOf, type PageQuery, toPage, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const StoredRule = z.object({ class: RetentionClass, months: z.number().nullable(), version: z.number() })
type StoredRule = z.infer<typeof StoredRule>

export async function retentionRules(reader: Reader): Promise<RetentionRule[]> {
  const stored = await reader.rows(typed(StoredRule)`select class, months, version from retention_rules`)
  return RetentionClass.options.map((named) => ruleOf(named, stored.find((rule) => rule.class === named) ?? null))
}

/** A class without a retention period is retained. */
export const ruleOf = (named: RetentionClass, stored: StoredRule | null): RetentionRule => {
  const { label, holds, countedFrom, law, note = null, isNumberedDocument = false } = retentionClasses[named]
  return {
    class: named,
    label,
    holds,
    countedFrom,
    months: stored?.months ?? null,
    minMonths: law?.months ?? null,
    source: law?.source ?? null,
    note,
    isNumberedDocument,
    version: stored?.version ?? 0,
  }
}

const holdColumns = sql`
  h.id, h.client_folder_id as "clientFolderId", f.name as "clientFolderName", h.reason, h.placed_by_id as "placedById",
  person_name(placer.first_name, placer.last_name) as "placedByName",
  person_name(releaser.first_name, releaser.last_name) as "releasedByName", iso(h.released_at) as "releasedAt",
  h.release_reason as "releaseReason", h.version, iso(h.created_at) as "createdAt"`

const holdTables = sql`legal_holds h join client_folders f on f.id = h.client_folder_id
  join users placer on placer.id = h.placed_by_id left join users releaser on releaser.id = h.released_by_id`

export const viewed = (hold: LegalHold): LegalHoldView => ({
  ...hold,
  allowed: hold.releasedAt === null ? ['release'] : [],
})

/** For administrators, who see every folder. */
export async function listLegalHolds(
  reader: Reader,
  { clientFolderId, inForce, ...query }: z.output<(typeof holdsEndpoint)['query']>,
): Promise<Page<LegalHoldView>> {
  const rows = await reader.rows(typed(LegalHold)`
    select ${holdColumns} from ${holdTables}
    where true ${clientFolderId ? sql`and h.client_folder_id = ${clientFolderId}` : sql``}
      ${inForce ? sql`and h.released_at is null` : sql``} ${pageOf(sql`h.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map(viewed), next }
}

export async function legalHoldFor(reader: Reader, id: string, { lock = false } = {}): Promise<LegalHold> {
  const hold = await reader.maybe(
    typed(
      LegalHold,
    )`select ${holdColumns} from ${holdTables} where h.id = ${id} ${lock ? sql`for update of h` : sql``}`,
  )
  if (hold === null) throw notFound()
  return hold
}

const ReasonRow = z.object({ reason: z.string() })

/** Legal holds in force on a folder. */
export const holdsOf = (reader: Reader, clientFolderId: string): Promise<{ reason: string }[]> =>
  reader.rows(typed(ReasonRow)`
    select reason from legal_holds where client_folder_id = ${clientFolderId} and released_at is null order by id`)

const erasureColumns = sql`
  e.id, e.client_folder_id as "clientFolderId", e.started_by_id as "startedById",
  person_name(who.first_name, who.last_name) as "startedByName", e.includes_account as "includesAccount",
  case when e.finished_at is null then 'running' else 'finished' end as status, iso(e.finished_at) as "finishedAt",
  e.version, iso(e.created_at) as "createdAt"`

const erasureTables = sql`erasures e join users who on who.id = e.started_by_id`

export async function listErasures(reader: Reader, query: PageQuery): Promise<Page<Erasure>> {
  const rows = await reader.rows(
    typed(Erasure)`select ${erasureColumns} from ${erasureTables} where true ${pageOf(sql`e.id`, query)}`,
  )
  return toPage(rows, query)
}

export const unsafeErasure = (reader: Reader, id: string): Promise<Erasure> =>
  reader.one(typed(Erasure)`select ${erasureColumns} from ${erasureTables} where e.id = ${id}`)

const documentColumns = sql`
  p.id, p.entity_type as kind, thing.number, p.size,
  e.client_folder_id as "clientFolderId", iso(e.created_at) as "erasedAt",
  (f.updated_at + make_interval(months => r.months))::date as "keptUntil", iso(p.created_at) as "createdAt"`

/** Starts from the few deleted folders; the other direction would scan every document. */
const documentTables = sql`erasures e join client_folders f on f.id = e.client_folder_id
  cross join lateral (
    select c.id, 'contracts' as kind, c.contract_number as number from contracts c where c.client_folder_id = f.id
    union all
    select i.id, 'invoices', i.invoice_number from invoices i where i.client_folder_id = f.id
  ) thing
  join archived_pdfs p on p.entity_id = thing.id and p.entity_type = thing.kind
  left join retention_rules r on r.class = p.entity_type`

export async function listArchivedPdfs(reader: Reader, query: PageQuery): Promise<Page<ArchivedPdf>> {
  const rows = await reader.rows(
    typed(ArchivedPdf)`select ${documentColumns} from ${documentTables} where true ${pageOf(sql`p.id`, query)}`,
  )
  return toPage(rows, query)
}

export const StoredArchivedPdf = ArchivedPdf.extend({ storageKey: z.string(), sha256: z.string() })
export type StoredArchivedPdf = z.infer<typeof StoredArchivedPdf>

export async function archivedPdfFor(reader: Reader, id: string): Promise<StoredArchivedPdf> {
  const pdf = await archivedPdfWhere(reader, sql`p.id = ${id}`)
  if (pdf === null) throw notFound()
  return pdf
}

/** The stored PDF of a contract or invoice whose client was deleted; null if it is rendered from its rows. */
export const archivedPdfOf = (reader: Reader, entityId: string): Promise<StoredArchivedPdf | null> =>
  archivedPdfWhere(reader, sql`thing.id = ${entityId}`)

const archivedPdfWhere = (reader: Reader, which: Sql) =>
  reader.maybe(typed(StoredArchivedPdf)`
    select ${documentColumns}, p.storage_key as "storageKey", p.sha256 from ${documentTables} where ${which} limit 1`)

const StartedRow = z.object({ isStarted: z.boolean() })

/**
 * Throws once the deletion of the client's data has started: the rows are empty, or soon will be.
 * @param lock none starts until the transaction ends
 */
export async function assertNotErased(reader: Reader, clientFolderId: string, { lock = false } = {}): Promise<void> {
  const { isStarted } = await reader.one(typed(StartedRow)`
    select erasure_started_at is not null as "isStarted" from client_folders where id = ${clientFolderId} ${lock ? sql`for share` : sql``}`)
  if (isStarted) throw erased()
}
