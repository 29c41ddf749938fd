// The address that a person replies to about a folder: reply+TOKEN@firm.example. The token is 256 random bits, which
// only the emails to this person contain.
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Mailbox } from '../config.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Database, Reader } from '../kit/db.ts'
import { decryptText, encryptText } from '../kit/field-encryption.ts'
import { typed } from '../kit/row-types.ts'

/** Digits of base 32 in lowercase: mail programs may change the case of an address. */
const digits = 'abcdefghijklmnopqrstuvwxyz234567'
/** 260 random bits. */
const tokenLength = 52

const newToken = () => [...randomBytes(tokenLength)].map((byte) => digits[byte % 32]).join('')

const hashOf = (token: string) => createHash('sha256').update(token).digest()
const about = (userId: string, clientFolderId: string) => `reply_addresses ${userId} ${clientFolderId}`

const TokenRow = z.object({ tokenEncrypted: z.instanceof(Buffer) })

/** What an email is about whose replies go to the conversation of its folder. */
const answerable = /^(messages|assignments|document-requests(-\w+)?)$/

interface Sent {
  about: string
  userId: string | null
  clientFolderId: string | null
}

/** The Reply-To of an email; null for one that can't be answered in the portal. */
export async function replyAddressFor(
  db: Database,
  keys: DataKeys,
  mailbox: Mailbox,
  { about, userId, clientFolderId }: Sent,
): Promise<string | null> {
  if (!answerable.test(about) || userId === null || clientFolderId === null) return null
  if (!(await mayWrite(db, userId, clientFolderId))) return null
  return replyAddressOf(db, keys, mailbox, { userId, clientFolderId })
}

/** Creates it with the first email. */
async function replyAddressOf(
  db: Database,
  keys: DataKeys,
  { address }: Mailbox,
  { userId, clientFolderId }: { userId: string; clientFolderId: string },
): Promise<string> {
  const token = newToken()
  const encrypted = await encryptText(keys, token, about(userId, clientFolderId))
  // Changes nothing if there is one, but returns it.
  const { tokenEncrypted } = await db.one(typed(TokenRow)`
    insert into reply_addresses (token_hash, user_id, client_folder_id, token_encrypted, created_at)
    values (${hashOf(token)}, ${userId}, ${clientFolderId}, ${encrypted}, ${db.now})
    on conflict (user_id, client_folder_id) do update set user_id = excluded.user_id
    returning token_encrypted as "tokenEncrypted"`)
  const stored = await decryptText(keys, tokenEncrypted, about(userId, clientFolderId))
  return address.replace('@', `+${stored}@`)
}

const MayWriteRow = z.object({ may: z.boolean() })

/** Whether a reply of this person would be added: a contact of the folder may lack access to its messages. */
const mayWrite = async (reader: Reader, userId: string, clientFolderId: string): Promise<boolean> =>
  (
    await reader.one(typed(MayWriteRow)`
      select exists (
        select from users u join client_folders f on f.id = ${clientFolderId}
        where u.id = ${userId} and (u.role <> 'client' or f.client_id = u.id or exists (
          select from folder_contacts contact
          where contact.client_folder_id = f.id and contact.user_id = u.id and contact.messages))) as may`)
  ).may

const OwnerRow = z.object({ userId: z.string(), clientFolderId: z.string() })
export type ReplyAddress = z.infer<typeof OwnerRow>

/** Whose reply address is among these; null if none is. That of a merged folder leads to the one that remains. */
export async function replyAddressAmong(
  reader: Reader,
  { address }: Mailbox,
  recipients: readonly string[],
): Promise<ReplyAddress | null> {
  const [local, domain] = address.toLowerCase().split('@')
  const tokens = recipients.flatMap((each) => {
    const [name = '', at] = each.split('@')
    return at === domain && name.startsWith(`${local}+`) ? [name.slice(`${local}+`.length)] : []
  })
  if (tokens.length === 0) return null
  return reader.maybe(typed(OwnerRow)`
    select r.user_id as "userId", coalesce(f.merged_into_id, f.id) as "clientFolderId"
    from reply_addresses r join client_folders f on f.id = r.client_folder_id
    where r.token_hash = any(${tokens.map(hashOf)}::bytea[]) limit 1`)
}
