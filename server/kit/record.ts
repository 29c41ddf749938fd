// What a transaction records, written right before its commit: audit entries, live events, and emails.
import type { AuditAction } from '../../domain/audit-events.ts'
import { z } from 'zod'
import type { ChangeType, FolderPart } from '../../domain/folder-rights.ts'
import type { Language } from '../../domain/language.ts'

/** The source of a write: the user, the address, and the request; for jobs no user, 'job', and the job's name. */
export interface Origin {
  actorId: string | null
  address: string
  requestId: string
  /** True if an edit came without If-Match; it is audited. */
  unconditional?: boolean
  /** Audit entries of this call so far. */
  recorded?: number
}

/** An audit entry. `details` contains ids, statuses, and field names; never text that people wrote, never secrets. */
export interface Entry {
  action: AuditAction
  /** Only if the event does not imply it: a downloaded file. */
  type?: string
  id: string | null
  clientFolderId?: string | null
  details?: Record<string, unknown>
  /** For actions of someone who is not signed in yet (a sign-in, an accepted invitation). */
  actorId?: string
}

/**
 * An item to reload, and who is notified: everyone who may see the folder and this part of it (including the client
 * side unless `teamOnly`), and the named roles and users.
 */
export interface ChangeEvent {
  type: ChangeType
  id: string | null
  clientFolderId?: string | null
  teamOnly?: boolean
  /** The part of the folder that it belongs to, if not that of its type. */
  part?: FolderPart
  /** The part whose rights a contact needs, if not that of `part`. */
  contactPart?: FolderPart
  roles?: readonly string[]
  userIds?: readonly (string | null)[]
  /** Only for the named users; otherwise administrators are notified of everything. */
  isPrivate?: boolean
}

/** The recipient of an email; `userId` is null for someone without an account. */
export const Recipient = z.object({ email: z.string(), userId: z.string().nullable(), name: z.string().nullable() })
export type Recipient = z.infer<typeof Recipient>

/** Placeholder for the firm's name in emails; the mailer replaces it. */
export const firm = '{firm}'

/**
 * An email to one person: what kind of event happened, and where. It never includes content (I5 of the trust page). It
 * is also an in-app notification; `about` is its kind (domain/notification.ts), by which people choose which emails
 * they get.
 */
export interface Email {
  to: Recipient
  /** Additional recipients, each in a separate email, with different words if they can't act on it. */
  alsoTo?: readonly (Recipient & Partial<Pick<Email, 'subject' | 'lines' | 'notice'>>)[]
  subject: string
  lines: string[]
  /**
   * Text of the in-app notification, which names the subject; without it, the notification repeats the email's subject.
   */
  notice?: string
  link: { label: string; path: string }
  /** What it is about, so that repeated news can be suppressed. */
  about: string
  /** An email about a folder is not sent to someone whose account is deactivated. */
  clientFolderId?: string | null
  /** Without it, English. */
  language?: Language
  /** Not sent to someone who has the folder open. */
  unlessViewed?: boolean
  /** No second email about the same subject within this many minutes. */
  quietMinutes?: number
}
