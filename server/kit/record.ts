// What a transaction records, written right before its commit: audit entries, live events, and emails.
import type { AuditAction } from '../../domain/audit-events.ts'
import { z } from 'zod'
import type { ChangeType } from '../../domain/folder-rights.ts'

/** Where a write comes from: the person, the address and the request; for jobs nobody, 'job' and the job's name. */
export interface Origin {
  actorId: string | null
  address: string
  requestId: string
  /** True when an edit came without If-Match; the trail says so. */
  unconditional?: boolean
  /** How many lines of the trail this call has left so far. */
  recorded?: number
}

/** One entry of the audit log. `details` holds ids, statuses and field names; never text that people wrote, never secrets. */
export interface Entry {
  action: AuditAction
  /** Only where the event does not say it: a downloaded file. */
  type?: string
  id: string | null
  clientFolderId?: string | null
  details?: Record<string, unknown>
  /** For acts of somebody who is not signed in yet (a sign-in, an accepted invitation). */
  actorId?: string
}

/**
 * Something to read again, and who is told: everyone who may see the folder and this part of it (the client's side included unless
 * `teamOnly`), besides the roles and people named.
 */
export interface Look {
  type: ChangeType
  id: string | null
  clientFolderId?: string | null
  teamOnly?: boolean
  roles?: readonly string[]
  userIds?: readonly (string | null)[]
  /** For the people named alone; else administrators hear of everything. */
  isPrivate?: boolean
}

/** Who a letter goes to; `userId` is null for somebody without an account. */
export const Addressee = z.object({ email: z.string(), userId: z.string().nullable(), name: z.string().nullable() })
export type Addressee = z.infer<typeof Addressee>

/**
 * A letter to one person: that something waits, and where. Never what it says (I5 of the trust page). It is a notice in the portal
 * as well, and there the person chooses which kinds come as letters; `about` says the kind (domain/notice.ts).
 */
export interface Letter {
  to: Addressee
  /** The same news to more people, each in a letter of their own, in other words where it is not theirs to act. */
  alsoTo?: readonly (Addressee & Partial<Pick<Letter, 'subject' | 'lines'>>)[]
  subject: string
  lines: string[]
  link: { label: string; path: string }
  /** What it is about, so that the same news is not sent over and over. */
  about: string
  /** A letter about a folder goes to nobody whose account is closed. */
  clientFolderId?: string | null
  /** No letter to somebody who has the folder open right now. */
  unlessLooking?: boolean
  /** No second letter about the same thing within this time, in minutes. */
  quietMinutes?: number
}
