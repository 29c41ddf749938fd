// Reads the mailbox by IMAP, without changing anything in it.
import type { ImapFlow } from 'imapflow'
import type { Mailbox as Address } from '../config.ts'

export interface Arrived {
  uid: number
  /** In bytes, with everything in it. */
  size: number
  receivedAt: Date
}

export interface Mailbox {
  /** Changes when the server starts to number its emails again. */
  uidValidity: string
  /** That of the next email. */
  uidNext: number
  /** Emails after this one, or since this date, oldest first. */
  newer: (than: { uid: number } | { date: Date }) => Promise<Arrived[]>
  /** The whole email; null if it was deleted. */
  read: (uid: number) => Promise<Buffer | null>
  /** Only its headers, for one that is too large. */
  readHeaders: (uid: number) => Promise<Buffer | null>
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export async function withMailbox<T>(address: Address, work: (mailbox: Mailbox) => Promise<T>): Promise<T> {
  // Imported with the first email: a portal without a mailbox does not need it.
  const { ImapFlow } = await import('imapflow')
  const { host, port, isSecure, user, password, tls } = address
  const client = new ImapFlow({
    host,
    port,
    secure: isSecure,
    // STARTTLS is required unless the connection is encrypted from the start.
    ...(tls && !isSecure ? { doSTARTTLS: true } : {}),
    auth: { user, pass: password },
    tls: { minVersion: 'TLSv1.2' },
    logger: false,
    ...timeouts,
  })
  // What fails also rejects the call that was waiting.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(await openInbox(client))
  } finally {
    await client.logout().catch(() => client.close())
  }
}

async function openInbox(client: ImapFlow): Promise<Mailbox> {
  const { uidValidity, uidNext } = await client.mailboxOpen('INBOX', { readOnly: true })
  const fetched = async (uid: number, query: { source?: true; headers?: true }) => {
    const found = await client.fetchOne(String(uid), query, { uid: true })
    return found === false ? null : found
  }
  return {
    uidValidity: String(uidValidity),
    uidNext,
    async newer(than) {
      const query = 'uid' in than ? { uid: `${than.uid + 1}:*` } : { since: than.date }
      const found = (await client.search(query, { uid: true })) || []
      // The range `n:*` always contains the last email.
      const uids = found.filter((uid) => !('uid' in than) || uid > than.uid)
      if (uids.length === 0) return []
      const all = await client.fetchAll(uids, { size: true, internalDate: true }, { uid: true })
      return all
        .map(({ uid, size = 0, internalDate }) => ({ uid, size, receivedAt: new Date(internalDate ?? Date.now()) }))
        .toSorted((a, b) => a.uid - b.uid)
    },
    read: async (uid) => (await fetched(uid, { source: true }))?.source ?? null,
    readHeaders: async (uid) => (await fetched(uid, { headers: true }))?.headers ?? null,
  }
}
