import sql from 'sql-template-tag'
import { z } from 'zod'
import type { listReceivedEmails as endpoint } from '../../api/received-emails.ts'
import { notFound } from '../../domain/errors.ts'
import { ReceivedEmail, ReceivedEmailLine } from '../../domain/received-email.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Reader } from '../kit/db.ts'
import { type Page, pageOf, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { decryptReceived } from './stored-email.ts'

const LineRow = ReceivedEmailLine.omit({ subject: true }).extend({ bodyEncrypted: z.instanceof(Buffer).nullable() })

const columns = sql`
  r.id, r.from_address as "from", r.status, r.reason, iso(r.received_at) as "receivedAt", r.version,
  r.body_encrypted as "bodyEncrypted"`

/** For administrators. */
export async function unsafeReceivedEmails(
  reader: Reader,
  keys: DataKeys,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<ReceivedEmailLine>> {
  const rows = await reader.rows(typed(LineRow)`
    select ${columns} from received_emails r
    where ${query.status === undefined ? sql`true` : sql`r.status = ${query.status}`} ${pageOf(sql`r.id`, query)}`)
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

/** For administrators; throws 404 if there is none. @param lock until the transaction ends */
export async function unsafeReceivedEmail(
  reader: Reader,
  keys: DataKeys,
  id: string,
  { lock = false } = {},
): Promise<{ email: ReceivedEmail; place: MailboxPlace }> {
  const row = await reader.maybe(typed(OneRow)`
    select ${columns}, r.content_hash as "contentHash", r.uid_validity as "uidValidity", r.uid,
      (select jsonb_build_object('id', u.id, 'name', coalesce(person_name(u.first_name, u.last_name), u.email)) from users u
        where lower(u.email) = r.from_address and u.is_active) as sender,
      (select jsonb_build_object('id', f.id, 'name', f.name) from client_folders f where f.id = r.client_folder_id) as folder
    from received_emails r where r.id = ${id} ${lock ? sql`for update of r` : sql``}`)
  if (row === null) throw notFound()
  const { bodyEncrypted, contentHash, uidValidity, uid, ...email } = row
  return {
    email: { ...email, ...(await decryptReceived(keys, id, bodyEncrypted)) },
    place: { contentHash, uidValidity, uid },
  }
}
