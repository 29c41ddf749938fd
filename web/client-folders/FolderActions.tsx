import { CalendarPlus, ChevronDown, Download, FilePlus, Merge, Pencil, UserRoundCog, UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import { type ClientFolderView, FolderStatus } from '../../domain/client-folder.ts'
import { ClientBookingDialog } from '../bookings/ClientBookingDialog.tsx'
import { AskDialog } from '../document-requests/AskDialog.tsx'
import { useCreateExport } from '../folder-exports/queries.ts'
import { Button } from '../kit/Button.tsx'
import { portalConfig } from '../kit/config.ts'
import { usePhone } from '../kit/media.ts'
import { Menu, MenuChoices, MenuItem, MenuSeparator } from '../kit/Menu.tsx'
import { statusWords } from '../kit/StatusBadge.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useChangeFolder } from './changes.ts'
import { ChangeClientDialog } from './ChangeClientDialog.tsx'
import { EditFolderDialog } from './EditFolderDialog.tsx'
import { MergeFolderDialog } from './MergeFolderDialog.tsx'
import { ReassignDialog } from './ReassignDialog.tsx'

const statuses = FolderStatus.options.map((value) => ({ value, label: statusWords(value) }))

const managing = ['edit', 'reassign', 'change-client', 'merge', 'change-status'] as const

/** The tabs on which a document is requested more often than anything else is done. */
const asksFirst: readonly string[] = ['overview', 'documents']

type FolderActionsProps = {
  folder: ClientFolderView
  /** Whether the document requests are shown, which have their own button for a new one. */
  showsRequests: boolean
}

/** The most frequent actions for the client, and a menu of what the reader may do with the folder itself. */
export function FolderActions({ folder, showsRequests }: FolderActionsProps) {
  const change = useChangeFolder(folder)
  const take = useCreateExport()
  const [open, setOpen] = useState<'ask' | 'edit' | 'reassign' | 'client' | 'book' | 'merge' | null>(null)
  const { allowed } = folder
  const close = () => setOpen(null)
  const mayExport = allowed.includes('see-money') && allowed.includes('see-documents')
  const canBook = allowed.includes('send') && portalConfig().booking === '/book'
  const phone = usePhone()
  const [tab] = useUrlState('tab', 'overview')
  const hasMenu = mayExport || managing.some((action) => allowed.includes(action))
  return (
    <>
      {!showsRequests && allowed.includes('see-documents') && allowed.includes('add') && (
        <Button variant={asksFirst.includes(tab) ? 'primary' : 'secondary'} onClick={() => setOpen('ask')}>
          <FilePlus />
          Request a document
        </Button>
      )}
      {canBook && !(phone && hasMenu) && (
        <Button onClick={() => setOpen('book')}>
          <CalendarPlus />
          Book appointment
        </Button>
      )}
      {hasMenu && (
        <Menu
          trigger={
            <Button pending={change.isPending || take.isPending}>
              Manage folder
              <ChevronDown />
            </Button>
          }
        >
          {phone && canBook && (
            <MenuItem icon={<CalendarPlus />} onSelect={() => setOpen('book')}>
              Book appointment
            </MenuItem>
          )}
          {allowed.includes('edit') && (
            <MenuItem icon={<Pencil />} onSelect={() => setOpen('edit')}>
              Edit folder
            </MenuItem>
          )}
          {allowed.includes('reassign') && (
            <MenuItem icon={<UserRoundPen />} onSelect={() => setOpen('reassign')}>
              Reassign
            </MenuItem>
          )}
          {allowed.includes('change-client') && (
            <MenuItem icon={<UserRoundCog />} onSelect={() => setOpen('client')}>
              Change client
            </MenuItem>
          )}
          {allowed.includes('merge') && (
            <MenuItem icon={<Merge />} onSelect={() => setOpen('merge')}>
              Merge into another folder…
            </MenuItem>
          )}
          {mayExport && (
            <MenuItem icon={<Download />} onSelect={() => take.mutate(folder.id)}>
              Export folder
            </MenuItem>
          )}
          {allowed.includes('change-status') && (
            <>
              <MenuSeparator />
              <MenuChoices
                label="Status"
                value={folder.status}
                choices={statuses}
                onChange={(status) => status !== folder.status && change.mutate({ status })}
              />
            </>
          )}
        </Menu>
      )}
      {open === 'ask' && <AskDialog folderId={folder.id} onClose={close} />}
      {open === 'edit' && <EditFolderDialog folder={folder} onClose={close} />}
      {open === 'book' && <ClientBookingDialog folder={folder} onClose={close} />}
      {open === 'client' && <ChangeClientDialog folder={folder} onClose={close} />}
      {open === 'merge' && <MergeFolderDialog folder={folder} onClose={close} />}
      {open === 'reassign' && <ReassignDialog folder={folder} onClose={close} />}
    </>
  )
}
