import type { ClientFolderView } from '../../domain/client-folder.ts'
import { assignmentsOf } from '../assignments/queries.ts'
import { documentFiguresOf, documentsOf } from '../documents/queries.ts'
import { messagesOf } from '../messages/queries.ts'
import { folderFigures } from './queries.ts'

/** The parts of a folder that its page shows, as far as the user may see them. */
export const partsOf = ({ id, allowed }: Pick<ClientFolderView, 'id' | 'allowed'>) => [
  folderFigures(id),
  ...(allowed.includes('see-documents') ? [assignmentsOf(id), documentsOf(id), documentFiguresOf(id)] : []),
  ...(allowed.includes('see-messages') ? [messagesOf(id)] : []),
]
