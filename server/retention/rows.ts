// Which rows are a client's: those of the folder, those of the person, and what of both stays because the firm keeps it.
import sql, { raw, type Sql } from 'sql-template-tag'
import { retentionClasses } from '../../domain/retention.ts'
import type { Tx } from '../kit/db.ts'
import { Condemning, type ForeignKey } from './condemn.ts'
import { IdRow, typed } from '../kit/row-types.ts'

/** A folder to be erased, and those of its people who go with it. */
export interface Erasing {
  erasureId: string
  clientFolderId: string
  people: string[]
}

const signedContracts = sql`select id from contracts where signed_at is not null`

/** Submitted forms that the law no longer requires the firm to store. */
const lawMonths = retentionClasses['form-submissions'].law?.months ?? 0
const pastTheLaw = (now: Date) => sql`created_at < ${now}::timestamptz - make_interval(months => ${lawMonths})`

/** Tables of a folder of which not every row goes: which do. */
const goesOf = (now: Date): Record<string, Sql> => ({
  hr_form_submissions: pastTheLaw(now),
  contracts: sql`signed_at is null`,
  invoices: sql`sent_at is null`,
  payments: sql`false`,
  signatures: sql`not (entity_type = 'contracts' and entity_id in (${signedContracts}))`,
  erasures: sql`false`,
})

/** The same for the rows of a person. What belongs to a folder is deleted with the folder, not with who sent it. */
const goesOfPerson = (now: Date): Record<string, Sql> => ({
  hr_form_submissions: sql`client_folder_id is null and ${pastTheLaw(now)}`,
  bot_conversations: sql`client_folder_id is null`,
  // Those that became documents belong to their folder; the others are swept (`sweepUploads`).
  uploads: sql`false`,
})

const ownedBy = ['user_id', 'to_user_id', 'submitted_by_id', 'asked_by_id']

/** What goes with a folder: table and which of its rows. */
export const rowsOfFolder = (keys: readonly ForeignKey[], id: string, now: Date): [table: string, where: Sql][] =>
  keys
    .filter(({ to, column }) => to === 'client_folders' && column === 'client_folder_id')
    .map(({ table }) => [table, sql`client_folder_id = ${id} and ${goesOf(now)[table] ?? sql`true`}`])

/** What goes with a person, wherever it lies; what they put into other folders stays there, under no name. */
export const rowsOfPerson = (keys: readonly ForeignKey[], id: string, now: Date): [table: string, where: Sql][] =>
  keys
    .filter(({ to, column }) => to === 'users' && ownedBy.includes(column))
    .map(({ table, column }) => [table, sql`${raw(column)} = ${id} and ${goesOfPerson(now)[table] ?? sql`true`}`])

/** All of it, in the caller's transaction; answers how many rows of each table went. */
export async function eraseRows(tx: Tx, erasing: Erasing): Promise<Record<string, number>> {
  const { erasureId, clientFolderId, people } = erasing
  const condemning = await Condemning.begin(tx, erasureId)
  await eraseRequests(tx, condemning, erasing)
  await eraseAnswers(tx, erasing)
  for (const [table, where] of rowsOfFolder(condemning.keys, clientFolderId, tx.now))
    await condemning.rows(table, where)
  // The sealed paper stays; what was shown before it was signed does not.
  await condemning.rows(
    'papers',
    sql`entity_type = 'contracts' and kind = 'original' and entity_id in (
      select id from contracts where client_folder_id = ${clientFolderId})
      and exists (select from papers sealed where sealed.entity_id = papers.entity_id and sealed.kind = 'sealed')`,
  )
  for (const id of people) await erasePerson(tx, condemning, id)
  await minimise(tx, clientFolderId)
  return condemning.counts
}

/** How the client came: their requests, and what the team was told of them. */
async function eraseRequests(tx: Tx, condemning: Condemning, { clientFolderId, people }: Erasing) {
  const requests = await tx.rows(typed(IdRow)`
    select r.id from service_requests r
    where (r.id = (select service_request_id from client_folders where id = ${clientFolderId})
        or lower(r.email) in (select lower(email) from users where id = any(${people}::uuid[])))
      and not exists (select from client_folders f where f.service_request_id = r.id and f.id <> ${clientFolderId})`)
  const ids = requests.map(({ id }) => id)
  for (const id of ids)
    await condemning.rows('notices', sql`strpos(path, ${id}) > 0 or strpos(about, ${id}) > 0 or id = ${id}`)
  await condemning.rows('service_requests', sql`id = any(${ids}::uuid[])`)
}

/**
 * The answers to the person's own repeated requests; those to the team's are encrypted and deleted within a day.
 */
async function eraseAnswers(tx: Tx, { people }: Erasing) {
  await tx.run(sql`
    delete from idempotency_keys where scope in (select 'session ' || id from sessions where user_id = any(${people}::uuid[]))`)
}

async function erasePerson(tx: Tx, condemning: Condemning, id: string) {
  await condemning.rows('emails', sql`lower("to") = (select lower(email) from users where users.id = ${id})`)
  await tx.run(
    sql`update uploads set discarded_at = ${tx.now} where user_id = ${id} and claimed_at is null and discarded_at is null`,
  )
  await tx.run(sql`delete from sign_in_failures where subject = ${id}`)
  for (const [table, where] of rowsOfPerson(condemning.keys, id, tx.now)) await condemning.rows(table, where)
  // Ids stay, so that the trail and the papers that are kept go on naming somebody, though nobody by name.
  await tx.run(sql`
    update users set username = ${`erased-${id}`}, email = ${`erased-${id}@erased.invalid`}, password = null, first_name = null,
      last_name = 'Erased person', phone = null, company = null, profile_image_url = null, recorded_name = null, earlier_names = '{}', is_active = false,
      version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
}

/** Of what is kept, the rows keep numbers, days and sums; what it says stands on the papers alone. */
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
  await tx.run(sql`update payments set reference = null where client_folder_id = ${id}`)
  await tx.run(sql`
    update signatures set signer_name = 'Erased person', signer_email = 'erased@erased.invalid', name = 'On the sealed paper',
      strokes = case when strokes is not null then '[]'::jsonb end, address = '', user_agent = null, account_name = null,
      earlier_names = '{}'
    where client_folder_id = ${id}`)
  // Its last change stays the day it was archived, from which the time of what is kept is counted.
  await tx.run(sql`
    update client_folders set name = 'Erased client', services = 'Erased', client_id = null, purchase_order_number = null,
      tax_exemption_number = null, head_count = null, sector = null, version = version + 1
    where id = ${id}`)
}
