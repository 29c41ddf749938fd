// The access review: each quarter, administrators check who sees which client folders.
import { z } from 'zod'
import { Role, StaffAccess } from './actor.ts'
import { FolderStatus } from './client-folder.ts'
import { conflict } from './errors.ts'
import { FolderRights } from './folder-rights.ts'
import { Id, Instant, versioned } from './text.ts'

export const AccessReview = z.object({
  id: Id,
  /** "2026-Q4" */
  quarter: z.string(),
  /** When administrators were reminded; null if it was reviewed before. */
  remindedAt: Instant.nullable(),
  reviewedAt: Instant.nullable(),
  reviewedByName: z.string().nullable(),
  createdAt: Instant,
  ...versioned,
})
export type AccessReview = z.infer<typeof AccessReview>

/** A team member, and how many folders they see. */
export const TeamMemberAccess = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  staffAccess: StaffAccess,
  /** Null if they haven't signed in since sign-ins are recorded. */
  lastSignedInAt: Instant.nullable(),
  /** Null for administrators, who see every folder, and bookkeepers, who see the money of every folder. */
  folders: z.int().nullable(),
})
export type TeamMemberAccess = z.infer<typeof TeamMemberAccess>

export const AccessReason = z.enum(['lead', 'creator', 'member', 'cover'])
export type AccessReason = z.infer<typeof AccessReason>

/** A folder that a team member sees, and why. */
export const FolderOfTeamMember = z.object({
  id: Id,
  name: z.string(),
  status: FolderStatus,
  reasons: z.array(AccessReason),
})
export type FolderOfTeamMember = z.infer<typeof FolderOfTeamMember>

/** A folder, and who sees it on the client's side. */
export const ClientSideAccess = z.object({
  id: Id,
  name: z.string(),
  status: FolderStatus,
  people: z.array(
    z.object({
      role: z.enum(['client', 'contact']),
      name: z.string(),
      email: z.string(),
      /** The parts that a contact may see; null for the client, who sees all of it. */
      rights: FolderRights.nullable(),
      lastSignedInAt: Instant.nullable(),
    }),
  ),
})
export type ClientSideAccess = z.infer<typeof ClientSideAccess>

/** The quarter of a calendar date: "2026-Q4". */
export const quarterOf = (date: string): string => `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`

/** The first day of a quarter. */
export const firstDayOf = (quarter: string): string =>
  `${quarter.slice(0, 4)}-${String(Number(quarter.slice(6)) * 3 - 2).padStart(2, '0')}-01`

export const alreadyReviewed = () => conflict('Access was already reviewed this quarter.')
