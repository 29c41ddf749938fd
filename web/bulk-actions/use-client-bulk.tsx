// What a list offers for the clients of selected rows, and the list of clients for all that match its filters.
import { type ReactNode, useState } from 'react'
import { createBulkAction } from '../../api/bulk-actions.ts'
import { type BulkKind, bulkKindsFor, type BulkRecipients, type RecipientFilter } from '../../domain/bulk-action.ts'
import type { ClientFolderSummary } from '../../domain/client-folder.ts'
import type { BulkAction } from '../kit/BulkBar.tsx'
import { toast } from '../kit/toast-store.ts'
import { useLazyCode } from '../kit/use-lazy-code.ts'
import { useUser } from '../session/use-auth.ts'
import { useMay } from '../session/use-may.ts'
import { useSeesPart } from '../session/use-sees-part.ts'
import { kindWords } from './words.ts'

interface OpenAction {
  kind: BulkKind
  recipients: BulkRecipients
  /** @param isStarted false if the dialog was closed */
  end?: (isStarted: boolean) => void
}

const loadDialog = () => import('./BulkActionDialog.tsx')

/** The dialog of the action that was opened. */
function useBulkDialog(): { open: (action: OpenAction) => void; dialog: ReactNode } {
  const [opened, setOpened] = useState<OpenAction | null>(null)
  const code = useLazyCode(loadDialog, opened, () => {
    toast.error('Couldn’t load the form')
    setOpened(null)
  })
  const close = (isStarted: boolean) => {
    opened?.end?.(isStarted)
    setOpened(null)
  }
  return {
    open: setOpened,
    dialog: opened !== null && code !== null && (
      <code.BulkActionDialog
        kind={opened.kind}
        recipients={opened.recipients}
        onClose={() => close(false)}
        onStarted={() => opened.end?.(true)}
      />
    ),
  }
}

/** For the list of clients. */
export function useFolderBulk(filter: RecipientFilter) {
  const user = useUser()
  const { open, dialog } = useBulkDialog()
  const bulk = bulkKindsFor(user).map((kind): BulkAction<ClientFolderSummary> => ({
    label: kindWords[kind].act,
    can: ({ status }) => status !== 'archived',
    act: (rows) => new Promise((end) => open({ kind, recipients: { folderIds: rows.map(({ id }) => id) }, end })),
  }))
  return { bulk, sendToAll: (kind: BulkKind) => open({ kind, recipients: { filter } }), dialog }
}

const foldersOf = (rows: { clientFolderId: string }[]) => [...new Set(rows.map(({ clientFolderId }) => clientFolderId))]

/** For lists of what belongs to clients. A client with several selected rows is one recipient. */
export function useClientBulk() {
  const user = useUser()
  const maySend = useMay(createBulkAction)
  const seesWork = useSeesPart('work')
  const { open, dialog } = useBulkDialog()
  const kinds = maySend && seesWork ? bulkKindsFor(user) : []
  const bulk = kinds.map((kind): BulkAction<{ clientFolderId: string }> => ({
    label: kindWords[kind].toClients,
    can: () => true,
    count: (rows) => foldersOf(rows).length,
    act: (rows) => new Promise((end) => open({ kind, recipients: { folderIds: foldersOf(rows) }, end })),
  }))
  return { bulk, dialog }
}
