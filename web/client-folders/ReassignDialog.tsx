import { useState } from 'react'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog, DialogCancel } from '../kit/Dialog.tsx'
import { nameOf } from '../staff/queries.ts'
import { StaffPicker } from '../staff/StaffPicker.tsx'
import { useChangeFolder } from './changes.ts'
import { texts } from './words.ts'

/** Gives the folder to another staff member. */
export function ReassignDialog({ folder, onClose }: { folder: ClientFolderView; onClose: () => void }) {
  const change = useChangeFolder(folder)
  const [chosen, setChosen] = useState({
    id: folder.assignedStaffId,
    name: folder.assignedStaffName ?? folder.assignedStaffEmail,
  })
  const isOther = chosen.id !== folder.assignedStaffId
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Reassign folder"
      description={texts.reassign(folder.name)}
      dirty={isOther}
      onSubmit={(event) => {
        event.preventDefault()
        if (isOther) change.mutate({ assignedStaffId: chosen.id }, { onSuccess: onClose })
      }}
      footer={
        <>
          <DialogCancel />
          <Button
            type="submit"
            variant="primary"
            disabled={!isOther}
            pending={change.isPending}
            pendingLabel="Updating..."
          >
            Reassign folder
          </Button>
        </>
      }
    >
      {/* The list of those found needs room inside the dialog. */}
      <div className="min-h-72">
        <StaffPicker
          label="Consultant"
          value={chosen.id}
          valueName={chosen.name}
          onChoose={(person) => setChosen({ id: person.id, name: nameOf(person) })}
        />
      </div>
    </Dialog>
  )
}
