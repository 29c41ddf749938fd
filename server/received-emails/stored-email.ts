// What is stored of a received email: encrypted, and bound to its row. The attachments stay in the mailbox.
import type { DataKeys } from '../kit/data-keys.ts'
import { decryptText, encryptText } from '../kit/field-encryption.ts'
import type { ParsedEmail } from './parse.ts'

export interface StoredEmail {
  subject: string
  text: string
  attachments: { name: string; size: number }[]
}

const maxSubject = 500
const maxText = 20_000
const about = (id: string) => `received_emails ${id}`

export const encryptReceived = (
  keys: DataKeys,
  id: string,
  { subject, text, attachments }: Pick<ParsedEmail, 'subject' | 'text' | 'attachments'>,
): Promise<Buffer> => {
  const stored: StoredEmail = {
    subject: subject.slice(0, maxSubject),
    text: text.slice(0, maxText),
    attachments: attachments.map(({ name, bytes }) => ({ name, size: bytes.length })),
  }
  return encryptText(keys, JSON.stringify(stored), about(id))
}

export async function decryptReceived(keys: DataKeys, id: string, encrypted: Buffer | null): Promise<StoredEmail> {
  if (encrypted === null) return { subject: '', text: '', attachments: [] }
  return JSON.parse(await decryptText(keys, encrypted, about(id))) as StoredEmail
}
