// What is due next in a folder, for its overview.
import { z } from 'zod'
import { CalendarDate, Id, Instant } from './text.ts'

export const FolderDateKind = z.enum([
  'assignment',
  'document-request',
  'deadline',
  'appointment',
  'invoice',
  'contract-end',
])
export type FolderDateKind = z.infer<typeof FolderDateKind>

export const FolderDate = z.object({
  kind: FolderDateKind,
  id: Id,
  /** A title or a number. */
  title: z.string(),
  date: CalendarDate,
  /** When an appointment starts. */
  startsAt: Instant.nullable(),
  /** The balance due of an invoice, in cents. */
  amount: z.int().nullable(),
})
export type FolderDate = z.infer<typeof FolderDate>

export const FolderDates = z.object({ dates: z.array(FolderDate) })
export type FolderDates = z.infer<typeof FolderDates>

export const maxFolderDates = 6
