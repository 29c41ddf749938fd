// Data past its retention period, by class: counted for the dry run, and deleted by the nightly job, with the same
// conditions.
import sql, { raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { RetentionClass, retentionClasses, type RetentionDue } from '../../domain/retention.ts'
import type { Database, Reader } from '../kit/db.ts'
import type { Files } from '../file-storage/files.ts'
import { CascadeDelete } from './cascade-delete.ts'
import { removePendingFiles } from './jobs.ts'
import { retentionRules } from './queries.ts'
import { typed } from '../kit/row-types.ts'

type DatedReader = Reader & { readonly now: Date }

/** Folders archived before a given time; archived folders no longer change. */
const archivedBefore = (before: Sql) => sql`(select id from client_folders
  where status = 'archived' and updated_at < ${before})`
const heldFolders = sql`(select client_folder_id from legal_holds where released_at is null)`
const heldPeople = sql`(select client_id from client_folders where client_id is not null and id in ${heldFolders})`

/** A legal hold covers a folder's content, and for items without a folder, the person's. */
const heldFor = (person: Sql) => sql`
  case when client_folder_id is null then ${person} in ${heldPeople} else client_folder_id in ${heldFolders} end`

interface Part {
  table: string
  isDue: (before: Sql) => Sql
  isHeld: Sql
  /** Retained only because the law required it when the data of the person or the folder was deleted. */
  isOfErased?: Sql
}

const erasedPeople = sql`(select id from users where email like 'erased-%@erased.invalid')`
const erasedFolders = sql`(select client_folder_id from erasures)`

const ofFolder = (table: string, more: Sql = sql`true`): Part => ({
  table,
  isDue: (before) => sql`${more} and client_folder_id in ${archivedBefore(before)}`,
  isHeld: sql`client_folder_id in ${heldFolders}`,
})

/** The tables of a class; the first one is counted. */
const partsOf: Record<RetentionClass, Part[]> = {
  messages: [ofFolder('messages'), ofFolder('staff_notes'), ofFolder('bookings')],
  documents: [
    ofFolder('documents'),
    ofFolder('withdrawn_documents'),
    ofFolder('document_requests'),
    ofFolder('assignments'),
    ofFolder('tasks'),
    ofFolder('handbooks'),
    ofFolder('training_records'),
    ofFolder('deadlines'),
    ofFolder('employees'),
  ],
  proposals: [
    ofFolder('proposals'),
    ofFolder('onboarding_reports'),
    ofFolder('contracts', sql`signed_at is null`),
    ofFolder('invoices', sql`sent_at is null`),
  ],
  contracts: [ofFolder('contracts', sql`signed_at is not null`)],
  invoices: [
    ofFolder('invoices', sql`sent_at is not null`),
    ofFolder('credit_notes'),
    ofFolder('retainers'),
    ofFolder('time_entries'),
    ofFolder('client_prices'),
    ofFolder('books_customers'),
    ofFolder('closed_month_customers'),
    ofFolder('invoice_plans'),
  ],
  'form-submissions': [
    {
      table: 'hr_form_submissions',
      isDue: (before) => sql`created_at < ${before}`,
      isHeld: heldFor(sql`submitted_by_id`),
      isOfErased: sql`(submitted_by_id in ${erasedPeople} or client_folder_id in ${erasedFolders})`,
    },
    {
      // Submissions are printed from the form.
      table: 'own_forms',
      isDue: (before) => sql`(client_folder_id in ${archivedBefore(before)} or client_folder_id in ${erasedFolders})
        and not exists (select from hr_form_submissions s join own_form_versions v on v.id = s.own_form_version_id
          where v.form_id = own_forms.id)`,
      isHeld: sql`client_folder_id in ${heldFolders}`,
      isOfErased: sql`client_folder_id in ${erasedFolders}`,
    },
  ],
  conversations: [
    {
      table: 'bot_conversations',
      isDue: (before) => sql`created_at < ${before}`,
      isHeld: heldFor(sql`user_id`),
    },
  ],
  'service-requests': [
    {
      table: 'service_requests',
      isDue: (before) => sql`status in ('completed', 'cancelled') and updated_at < ${before} and merged_into_id is null
        and id not in (select service_request_id from client_folders where service_request_id is not null)`,
      isHeld: sql`lower(email) in (select lower(email) from users where id in ${heldPeople})`,
    },
    {
      table: 'bookings',
      isDue: (before) => sql`client_folder_id is null and ends_at < ${before}`,
      isHeld: sql`lower(visitor_email) in (select lower(email) from users where id in ${heldPeople})`,
    },
  ],
  emails: [
    {
      table: 'emails',
      isDue: (before) => sql`status <> 'queued' and created_at < ${before}`,
      isHeld: sql`(coalesce(client_folder_id in ${heldFolders}, false) or coalesce(to_user_id in ${heldPeople}, false))`,
    },
  ],
}

const monthsBefore = (now: Date, months: number) => sql`${now}::timestamptz - make_interval(months => ${months}::int)`

/** @param given a class and a period to try, instead of the schedule */
export async function retentionDue(
  reader: DatedReader,
  given: { class?: RetentionClass | undefined; months?: number | undefined } = {},
): Promise<RetentionDue[]> {
  const rules = (await retentionRules(reader)).filter((rule) => given.class === undefined || rule.class === given.class)
  const due: RetentionDue[] = []
  for (const rule of rules) {
    const months = given.months ?? rule.months
    due.push({
      class: rule.class,
      months,
      ...(months === null ? { count: 0, held: 0 } : await counted(reader, rule.class, months)),
    })
  }
  return due
}

const CountedRow = z.object({ count: z.number(), held: z.number() })

async function counted(reader: DatedReader, named: RetentionClass, months: number) {
  const before = monthsBefore(reader.now, atLeast(named, months))
  let [count, held] = [0, 0]
  for (const { table, isDue, isHeld } of partsOf[named]) {
    const found = await reader.one(typed(CountedRow)`
      select count(*) filter (where not ${isHeld})::int as count, count(*) filter (where ${isHeld})::int as held
      from ${raw(table)} where ${isDue(before)}`)
    count += found.count
    held += found.held
  }
  return { count, held }
}

const atLeast = (named: RetentionClass, months: number) => Math.max(months, retentionClasses[named].law?.months ?? 0)

/** One transaction per class: an interrupted one is repeated the next night, or by the next instance. */
export async function purgeDue(db: Database, files: Files): Promise<void> {
  for (const rule of await retentionRules(db)) {
    if (rule.months !== null) await purgeClass(db, rule.class, rule.months)
  }
  // Records of deleted people that the law required to be retained, once that period is over, whatever the schedule
  // says.
  const { law } = retentionClasses['form-submissions']
  if (law !== null) await purgeClass(db, 'form-submissions', law.months, { onlyOfErased: true })
  await removePendingFiles(db, files)
}

const purgeClass = (db: Database, named: RetentionClass, months: number, { onlyOfErased = false } = {}) =>
  db.transaction({ actorId: null, address: 'job', requestId: 'purge-due' }, async (tx) => {
    // Serializes with a legal hold that is placed at the same time.
    await tx.run(sql`lock table legal_holds in share mode`)
    const before = monthsBefore(tx.now, atLeast(named, months))
    const cascade = await CascadeDelete.begin(tx)
    for (const { table, isDue, isHeld, isOfErased = sql`false` } of partsOf[named])
      await cascade.rows(table, sql`${isDue(before)} and not ${isHeld} and ${onlyOfErased ? isOfErased : sql`true`}`)
    const { counts } = cascade
    if (Object.keys(counts).length === 0) return
    const entry = {
      action: 'retention.purged' as const,
      id: null,
      details: { class: named, months, counts },
    }
    tx.record(entry, { type: 'retention-rules', id: null })
  })
