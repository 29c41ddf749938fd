import { listFolderAudit } from '../../api/audit-log.ts'
import { pagesOf } from '../kit/pages-of.ts'

export interface TimelineFilter {
  /** Empty: all. */
  entityType: string
  actorId: string
}

/** A folder's audit log, newest first; what changes in the folder has it read again (kit/live.ts). */
export const folderTimeline = (id: string, { entityType, actorId }: TimelineFilter) => ({
  ...pagesOf(['audit', id], listFolderAudit, {
    params: { id },
    query: { limit: 40, ...(entityType !== '' && { entityType }), ...(actorId !== '' && { actorId }) },
  }),
  staleTime: 0,
})
