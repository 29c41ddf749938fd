// Who can see a folder, for its page.
import { z } from 'zod'
import { StaffAccess } from './actor.ts'
import { FolderMerge } from './folder-merge.ts'
import { FolderRights } from './folder-rights.ts'
import { CalendarDate, Id, Instant } from './text.ts'

/** Who can see a folder, and why. */
export const FolderAccess = z.object({
  people: z.array(
    z.object({
      role: z.enum(['lead', 'creator', 'member', 'cover', 'client', 'contact']),
      name: z.string().nullable(),
      email: z.string(),
      /** For a contact: the parts they may see; null for everyone who sees all of it. */
      rights: FolderRights.nullable(),
      /** For a member: what to remove. */
      memberId: Id.nullable(),
      /** For staff: whether they see all of the folder, or all but the money. Null for the client side and others. */
      staffAccess: StaffAccess.nullable(),
      /** For a colleague who covers for someone on the team: their last day. */
      coversUntil: CalendarDate.nullable(),
    }),
  ),
  /** Number of administrators, who see every folder. */
  administrators: z.int(),
  /** Number of bookkeepers, who see the money of every folder. */
  bookkeepers: z.int(),
  /** Addresses of the client before and after each change, latest first. */
  clientChanges: z.array(
    z.object({
      id: Id,
      from: z.string(),
      to: z.string().nullable(),
      reason: z.string().nullable(),
      changedByName: z.string().nullable(),
      createdAt: Instant,
    }),
  ),
  /** With other folders that the reader sees, latest first. For the team. */
  merges: z.array(FolderMerge),
})
export type FolderAccess = z.infer<typeof FolderAccess>
