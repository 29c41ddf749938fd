import { z } from 'zod'

/** Counts of what the caller may see. `staffMembers` is for administrators. */
export const Dashboard = z.object({
  pendingRequests: z.int(),
  overdueRequests: z.int(),
  clientFolders: z.int(),
  foldersOpenedThisWeek: z.int(),
  activeClients: z.int(),
  staffMembers: z.int().nullable(),
  openAssignments: z.int(),
})
export type Dashboard = z.infer<typeof Dashboard>
