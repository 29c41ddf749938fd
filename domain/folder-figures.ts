// The counts on a folder's tabs and its amounts, however many records there are.
import { z } from 'zod'

/** Null where the reader does not see that part of the folder. Assignments, deadlines, and document requests: the open ones. */
export const FolderCounts = z.object({
  assignments: z.int().nullable(),
  documents: z.int().nullable(),
  requests: z.int().nullable(),
  messages: z.int().nullable(),
  employees: z.int().nullable(),
  deadlines: z.int().nullable(),
  proposals: z.int().nullable(),
  contracts: z.int().nullable(),
  invoices: z.int().nullable(),
})
export type FolderCounts = z.infer<typeof FolderCounts>

/** In cents. `paidThisYear`: payments dated this calendar year less refunds, without credit notes. */
export const FolderMoney = z.object({ outstanding: z.int(), overdue: z.int(), paidThisYear: z.int() })
export type FolderMoney = z.infer<typeof FolderMoney>

export const FolderFigures = z.object({ counts: FolderCounts, money: FolderMoney.nullable() })
export type FolderFigures = z.infer<typeof FolderFigures>
