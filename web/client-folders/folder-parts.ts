import type { ClientFolderView } from '../../domain/client-folder.ts'
import { assignmentsOf } from '../assignments/queries.ts'
import { documentsOf } from '../documents/queries.ts'
import { messagesOf } from '../messages/queries.ts'

/** What a folder's page shows of what is in it, as far as the reader may see it. */
export const partsOf = ({ id, allowed }: Pick<ClientFolderView, 'id' | 'allowed'>) => [
  ...(allowed.includes('see-documents') ? [assignmentsOf(id), documentsOf(id)] : []),
  ...(allowed.includes('see-messages') ? [messagesOf(id)] : []),
]
