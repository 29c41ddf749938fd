import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listReceivedEmails as endpoint } from '../../api/received-emails.ts'
import { type Actor, isAdministrator } from '../../domain/actor.ts'
import { notFound } from '../../domain/errors.ts'
import { ReceivedEmail, ReceivedEmailLine } from '../../domain/received-email.ts'
import { administrators } from '../../domain/roles.ts'
import { folderStaff, seesPart } from '../client-folders/folder-staff.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Reader } from '../kit/db.ts'
import { type Page, pageOf, toPage } from '../kit/page.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { decryptReceived } from './stored-email.ts'

type DatedReader = Reader & { readonly now: Date }

const LineRow = ReceivedEmailLine.omit({ subject: true }).extend({ bodyEncrypted: z.instanceof(Buffer).nullable() })

/** The folders (alias `f`) in which the client with this address is the client or a contact. */
const foldersOf = (address: Sql): Sql => sql`
  client_folders f join users who on lower(who.email) = ${address} and who.role = 'client' and (f.client_id = who.id
    or exists (select from folder_contacts contact where contact.client_folder_id = f.id and contact.user_id = who.id))`

/**
 * The emails (alias `r`) that certainly belong to folders whose messages the actor sees: by the reply address, or because
 * the actor sees every folder of the sender.
 */
const visibleEmails = (actor: Actor): Sql =>
  isAdministrator(actor)
    ? sql`true`
    : sql`case when r.client_folder_id is null
        then coalesce((select bool_and(${visibleFolders(actor, 'messages')}) from ${foldersOf(sql`r.from_address`)}), false)
        else exists (select from client_folders f where f.id = r.client_folder_id and ${visibleFolders(actor, 'messages')}) end`

/** The folder of an email (alias `e`): that of the reply address, or the only one of the sender. */
export const folderOfEmail: Sql = sql`coalesce(e.client_folder_id,
  (select (array_agg(f.id))[1] from ${foldersOf(sql`e.from_address`)} having count(*) = 1))`

/** Whether the actor may know of the account (alias `u`). */
const isNamedTo = (actor: Actor): Sql =>
  isAdministrator(actor)
    ? sql`true`
    : sql`(u.role <> 'client' or exists (
        select from ${foldersOf(sql`lower(u.email)`)} where ${visibleFolders(actor, 'messages')}))`

const ChangedRow = z.object({ clientFolderId: z.string().nullable(), userIds: z.array(z.string()) })

/** A changed email, for the pages of those who may see it. */
export async function receivedEmailChange(reader: DatedReader, id: string): Promise<ChangeEvent> {
  const { clientFolderId, userIds } = await reader.one(typed(ChangedRow)`
    select r.client_folder_id as "clientFolderId", case when r.client_folder_id is null then array(
        select s.user_id from ${foldersOf(sql`r.from_address`)} join ${folderStaff(reader.now)} s on s.client_folder_id = f.id
          join users u on u.id = s.user_id and u.role = 'staff' and ${seesPart(sql`u.staff_access`, sql`'messages'`)}
        group by s.user_id
        having count(distinct f.id) = (select count(*) from ${foldersOf(sql`r.from_address`)}))
      else '{}' end as "userIds"
    from received_emails r where r.id = ${id}`)
  return { type: 'received-emails', id, clientFolderId, teamOnly: true, roles: administrators, userIds }
}

const columns = sql`
  r.id, r.from_address as "from", r.status, r.reason, iso(r.received_at) as "receivedAt", r.version,
  r.body_encrypted as "bodyEncrypted"`

/** Received emails that the actor may see. */
export async function listReceivedEmails(
  reader: Reader,
  actor: Actor,
  keys: DataKeys,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<ReceivedEmailLine>> {
  const rows = await reader.rows(typed(LineRow)`
    select ${columns} from received_emails r
    where ${visibleEmails(actor)} ${query.status === undefined ? sql`` : sql`and r.status = ${query.status}`} ${pageOf(sql`r.id`, query)}`)
  const { items, ...page } = toPage(rows, query)
  const lines = items.map(async ({ bodyEncrypted, ...line }) => ({
    ...line,
    subject: (await decryptReceived(keys, line.id, bodyEncrypted)).subject,
  }))
  return { ...page, items: await Promise.all(lines) }
}

const OneRow = LineRow.extend({
  sender: ReceivedEmail.shape.sender,
  folder: ReceivedEmail.shape.folder,
  contentHash: z.instanceof(Buffer),
  uidValidity: z.string(),
  uid: z.number(),
})

/** Where an email is in the mailbox. */
export type MailboxPlace = Pick<z.infer<typeof OneRow>, 'contentHash' | 'uidValidity' | 'uid'>

/** Throws 404 if there is none that the actor may see. @param lock until the transaction ends */
export async function receivedEmailFor(
  reader: Reader,
  actor: Actor,
  keys: DataKeys,
  id: string,
  { lock = false } = {},
): Promise<{ email: ReceivedEmail; place: MailboxPlace }> {
  const row = await reader.maybe(typed(OneRow)`
    select ${columns}, r.content_hash as "contentHash", r.uid_validity as "uidValidity", r.uid,
      (select jsonb_build_object('id', u.id, 'name', coalesce(person_name(u.first_name, u.last_name), u.email)) from users u
        where lower(u.email) = r.from_address and u.is_active and ${isNamedTo(actor)}) as sender,
      (select jsonb_build_object('id', f.id, 'name', f.name) from client_folders f where f.id = r.client_folder_id) as folder
    from received_emails r where r.id = ${id} and ${visibleEmails(actor)} ${lock ? sql`for update of r` : sql``}`)
  if (row === null) throw notFound()
  const { bodyEncrypted, contentHash, uidValidity, uid, ...email } = row
  return {
    email: { ...email, ...(await decryptReceived(keys, id, bodyEncrypted)) },
    place: { contentHash, uidValidity, uid },
  }
}
