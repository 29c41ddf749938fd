// What the list of clients offers for selected rows, and for all that match its filters.
import { type ReactNode, useState } from 'react'
import { type BulkKind, bulkKindsFor, type BulkRecipients, type RecipientFilter } from '../../domain/bulk-action.ts'
import type { ClientFolderSummary } from '../../domain/client-folder.ts'
import type { BulkAction } from '../kit/BulkBar.tsx'
import { toast } from '../kit/toast-store.ts'
import { useLazyCode } from '../kit/use-lazy-code.ts'
import { useUser } from '../session/use-auth.ts'
import { kindWords } from './words.ts'

interface OpenAction {
  kind: BulkKind
  recipients: BulkRecipients
  /** @param isStarted false if the dialog was closed */
  end?: (isStarted: boolean) => void
}

interface FolderBulk {
  bulk: BulkAction<ClientFolderSummary>[]
  sendToAll: (kind: BulkKind) => void
  dialog: ReactNode
}

const loadDialog = () => import('./BulkActionDialog.tsx')

export function useFolderBulk(filter: RecipientFilter): FolderBulk {
  const user = useUser()
  const [opened, setOpened] = useState<OpenAction | null>(null)
  const code = useLazyCode(loadDialog, opened, () => {
    toast.error('Couldn’t load the form')
    setOpened(null)
  })
  const bulk = bulkKindsFor(user).map((kind) => ({
    label: kindWords[kind].act,
    can: ({ status }: ClientFolderSummary) => status !== 'archived',
    act: (rows: ClientFolderSummary[]) =>
      new Promise<boolean>((end) => setOpened({ kind, recipients: { folderIds: rows.map(({ id }) => id) }, end })),
  }))
  const close = (isStarted: boolean) => {
    opened?.end?.(isStarted)
    setOpened(null)
  }
  return {
    bulk,
    sendToAll: (kind) => setOpened({ kind, recipients: { filter } }),
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
