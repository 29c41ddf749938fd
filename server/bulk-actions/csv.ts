import type { BulkActionItem } from '../../domain/bulk-action.ts'
import type { Columns } from '../kit/export.ts'

export const itemColumns: Columns<BulkActionItem> = {
  'Client folder': ({ name }) => name,
  Status: ({ status }) => status,
  Reason: ({ reason }) => reason,
  'Done (UTC)': ({ doneAt }) => doneAt,
}
