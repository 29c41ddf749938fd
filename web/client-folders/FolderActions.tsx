import { CalendarPlus, ChevronDown, Download, Merge, Pencil, UserRoundCog, UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import { type ClientFolderView, FolderStatus } from '../../domain/client-folder.ts'
import { ClientBookingDialog } from '../bookings/ClientBookingDialog.tsx'
import { useCreateExport } from '../folder-exports/queries.ts'
import { Button } from '../kit/Button.tsx'
import { portalConfig } from '../kit/config.ts'
import { Menu, MenuChoices } from '../kit/Menu.tsx'
import { statusWords } from '../kit/StatusBadge.tsx'
import { useChangeFolder } from './changes.ts'
import { ChangeClientDialog } from './ChangeClientDialog.tsx'
import { EditFolderDialog } from './EditFolderDialog.tsx'
import { MergeFolderDialog } from './MergeFolderDialog.tsx'
import { ReassignDialog } from './ReassignDialog.tsx'

const statuses = FolderStatus.options.map((value) => ({ value, label: statusWords(value) }))

/** What the reader may do with the folder itself. */
export function FolderActions({ folder }: { folder: ClientFolderView }) {
  const change = useChangeFolder(folder)
  const take = useCreateExport()
  const [open, setOpen] = useState<'edit' | 'reassign' | 'client' | 'book' | 'merge' | null>(null)
  const { allowed } = folder
  const close = () => setOpen(null)
  return (
    <>
      {allowed.includes('edit') && (
        <Button onClick={() => setOpen('edit')}>
          <Pencil />
          Edit folder
        </Button>
      )}
      {allowed.includes('reassign') && (
        <Button onClick={() => setOpen('reassign')}>
          <UserRoundPen />
          Reassign
        </Button>
      )}
      {allowed.includes('change-client') && (
        <Button onClick={() => setOpen('client')}>
          <UserRoundCog />
          Change client
        </Button>
      )}
      {allowed.includes('merge') && (
        <Button onClick={() => setOpen('merge')}>
          <Merge />
          Merge into another folder…
        </Button>
      )}
      {allowed.includes('send') && portalConfig().booking === '/book' && (
        <Button onClick={() => setOpen('book')}>
          <CalendarPlus />
          Book appointment
        </Button>
      )}
      {allowed.includes('see-money') && allowed.includes('see-documents') && (
        <Button pending={take.isPending} pendingLabel="Starting..." onClick={() => take.mutate(folder.id)}>
          <Download />
          Export folder
        </Button>
      )}
      {allowed.includes('change-status') && (
        <Menu
          trigger={
            <Button pending={change.isPending}>
              Change status
              <ChevronDown />
            </Button>
          }
        >
          <MenuChoices
            label="Status"
            value={folder.status}
            choices={statuses}
            onChange={(status) => status !== folder.status && change.mutate({ status })}
          />
        </Menu>
      )}
      {open === 'edit' && <EditFolderDialog folder={folder} onClose={close} />}
      {open === 'book' && <ClientBookingDialog folder={folder} onClose={close} />}
      {open === 'client' && <ChangeClientDialog folder={folder} onClose={close} />}
      {open === 'merge' && <MergeFolderDialog folder={folder} onClose={close} />}
      {open === 'reassign' && <ReassignDialog folder={folder} onClose={close} />}
    </>
  )
}
