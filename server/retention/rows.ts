// Which rows belong to a client: those of the folder, those of the person, and which of both the firm retains.
import sql, { raw, type Sql } from 'sql-template-tag'
import { retentionClasses } from '../../domain/retention.ts'
import type { Tx } from '../kit/db.ts'
import { CascadeDelete, type ForeignKey } from './cascade-delete.ts'
import { IdRow, typed } from '../kit/row-types.ts'

/** A folder to delete, and the people deleted with it. */
export interface Erasing {
  erasureId: string
  clientFolderId: string
  people: string[]
}

const signedContracts = sql`select id from contracts where signed_at is not null`

/** Submitted forms that the law no longer requires the firm to store. */
const lawMonths = retentionClasses['form-submissions'].law?.months ?? 0
const isPastLegalPeriod = (now: Date) => sql`created_at < ${now}::timestamptz - make_interval(months => ${lawMonths})`

/** Tables of a folder of which only some rows are deleted: the condition for those. */
const deletedRowsOfFolder = (now: Date): Record<string, Sql> => ({
  hr_form_submissions: isPastLegalPeriod(now),
  // Retained submissions are printed from the form.
  own_forms: sql`not exists (
    select from hr_form_submissions s join own_form_versions v on v.id = s.own_form_version_id
    where v.form_id = own_forms.id and not (s.${isPastLegalPeriod(now)}))`,
  contracts: sql`signed_at is null`,
  invoices: sql`sent_at is null`,
  payments: sql`false`,
  credit_notes: sql`false`,
  retainers: sql`false`,
  online_payments: sql`false`,
  signatures: sql`not (entity_type = 'contracts' and entity_id in (${signedContracts}))`,
  signers: sql`not (entity_type = 'contracts' and entity_id in (${signedContracts}))`,
  firm_signatures: sql`contract_id not in (${signedContracts})`,
  erasures: sql`false`,
})

/** The same for the rows of a person. What belongs to a folder is deleted with the folder, not with its sender. */
const deletedRowsOfPerson = (now: Date): Record<string, Sql> => ({
  hr_form_submissions: sql`client_folder_id is null and ${isPastLegalPeriod(now)}`,
  bot_conversations: sql`client_folder_id is null`,
  // Uploads that became documents belong to their folder; the others are swept (`sweepUploads`).
  uploads: sql`false`,
})

const ownedBy = ['user_id', 'to_user_id', 'submitted_by_id']

/** Rows deleted with a folder: table and condition. */
export const rowsOfFolder = (keys: readonly ForeignKey[], id: string, now: Date): [table: string, where: Sql][] =>
  keys
    .filter(({ to, column }) => to === 'client_folders' && column === 'client_folder_id')
    .map(({ table }) => [table, sql`client_folder_id = ${id} and ${deletedRowsOfFolder(now)[table] ?? sql`true`}`])

/** Rows deleted with a person in any folder; what they added to other folders remains without a name. */
export const rowsOfPerson = (keys: readonly ForeignKey[], id: string, now: Date): [table: string, where: Sql][] =>
  keys
    .filter(({ to, column }) => to === 'users' && ownedBy.includes(column))
    .map(({ table, column }) => [
      table,
      sql`${raw(column)} = ${id} and ${deletedRowsOfPerson(now)[table] ?? sql`true`}`,
    ])

/** Deletes everything in the caller's transaction; returns the number of deleted rows per table. */
export async function eraseRows(tx: Tx, erasing: Erasing): Promise<Record<string, number>> {
  const { erasureId, clientFolderId, people } = erasing
  const cascade = await CascadeDelete.begin(tx, erasureId)
  await eraseRequests(tx, cascade, erasing)
  await eraseAnswers(tx, erasing)
  for (const [table, where] of rowsOfFolder(cascade.keys, clientFolderId, tx.now)) await cascade.rows(table, where)
  // The sealed PDF is retained; the version shown before signing is not.
  await cascade.rows(
    'archived_pdfs',
    sql`entity_type = 'contracts' and kind = 'original' and entity_id in (
      select id from contracts where client_folder_id = ${clientFolderId})
      and exists (select from archived_pdfs sealed where sealed.entity_id = archived_pdfs.entity_id and sealed.kind = 'sealed')`,
  )
  await cascade.rows(
    'hr_form_drafts',
    sql`form_type in (select own_forms.id::text from own_forms where client_folder_id = ${clientFolderId})`,
  )
  for (const id of people) await erasePerson(tx, cascade, id)
  await minimise(tx, clientFolderId)
  return cascade.counts
}

/** The person's service requests, and the team's notifications about them. */
async function eraseRequests(tx: Tx, cascade: CascadeDelete, { clientFolderId, people }: Erasing) {
  const requests = await tx.rows(typed(IdRow)`
    select r.id from service_requests r
    where (r.id = (select service_request_id from client_folders where id = ${clientFolderId}) or r.existing_folder_id = ${clientFolderId}
        or lower(r.email) in (select lower(email) from users where id = any(${people}::uuid[])))
      and not exists (select from client_folders f where f.service_request_id = r.id and f.id <> ${clientFolderId})`)
  const ids = requests.map(({ id }) => id)
  for (const id of ids)
    await cascade.rows('notifications', sql`strpos(path, ${id}) > 0 or strpos(about, ${id}) > 0 or id = ${id}`)
  await cascade.rows('service_requests', sql`id = any(${ids}::uuid[])`)
}

/** Stored replies to the person's repeated requests; those to the team's are encrypted and deleted within a day. */
async function eraseAnswers(tx: Tx, { people }: Erasing) {
  await tx.run(sql`
    delete from idempotency_keys where scope in (select 'session ' || id from sessions where user_id = any(${people}::uuid[]))`)
}

async function erasePerson(tx: Tx, cascade: CascadeDelete, id: string) {
  await cascade.rows('emails', sql`lower("to") = (select lower(email) from users where users.id = ${id})`)
  await cascade.rows('received_emails', sql`from_address = (select lower(email) from users where users.id = ${id})`)
  // Appointments that they booked as a visitor, before they had an account.
  await cascade.rows(
    'bookings',
    sql`client_folder_id is null and lower(visitor_email) = (select lower(email) from users where users.id = ${id})`,
  )
  await tx.run(
    sql`update uploads set discarded_at = ${tx.now} where user_id = ${id} and claimed_at is null and discarded_at is null`,
  )
  await tx.run(sql`delete from sign_in_failures where subject = ${id}`)
  for (const [table, where] of rowsOfPerson(cascade.keys, id, tx.now)) await cascade.rows(table, where)
  // The ids remain, so that the audit log and retained documents still refer to someone, but without a name.
  await tx.run(sql`
    update users set username = ${`erased-${id}`}, email = ${`erased-${id}@erased.invalid`}, password = null, last_signed_in_at = null, first_name = null,
      last_name = 'Erased person', phone = null, company = null, profile_image_url = null, recorded_name = null, earlier_names = '{}', is_active = false,
      version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
}

/** Retained rows are reduced to numbers, dates, and amounts; the content is only in the PDFs. */
async function minimise(tx: Tx, id: string) {
  await tx.run(sql`
    update contracts set client_name = 'Erased client', client_email = 'erased@erased.invalid', client_phone = null,
      client_company = null, client_address = null, services = '[]', terms = 'On the sealed paper', reason = null,
      version = version + 1, updated_at = ${tx.now}
    where client_folder_id = ${id}`)
  await tx.run(sql`
    update invoices set description = null, line_items = '[]', purchase_order_number = null, tax_exemption_number = null,
      reason = null, version = version + 1, updated_at = ${tx.now}
    where client_folder_id = ${id}`)
  await tx.run(sql`update payments set reference = null, reason = null where client_folder_id = ${id}`)
  await tx.run(sql`
    update credit_notes set line_items = '[]', reason = 'Erased', void_reason = null, version = version + 1
    where client_folder_id = ${id}`)
  await tx.run(sql`
    update signatures set signer_name = 'Erased person', signer_email = 'erased@erased.invalid', name = 'On the sealed paper',
      strokes = case when strokes is not null then '[]'::jsonb end, address = '', user_agent = null, account_name = null,
      earlier_names = '{}'
    where client_folder_id = ${id}`)
  await tx.run(sql`
    update firm_signatures set address = '', user_agent = null where client_folder_id = ${id}`)
  await tx.run(sql`update own_forms set is_active = false, version = version + 1 where client_folder_id = ${id}`)
  // The last change remains the day of archiving, from which the retention period is counted.
  await tx.run(sql`
    update client_folders set name = 'Erased client', services = 'Erased', client_id = null, purchase_order_number = null,
      tax_exemption_number = null, head_count = null, sector = null, merge_reason = null, version = version + 1
    where id = ${id}`)
}
