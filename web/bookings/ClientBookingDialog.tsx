import { useState } from 'react'
import { FolderPicker } from '../client-folders/FolderPicker.tsx'
import { BookingDialog } from './BookingDialog.tsx'
import { useFolderBooking } from './folder-booking.ts'
import { texts } from './words.ts'

type ClientBookingDialogProps = {
  /** Without one, the folder is chosen in the dialog. */
  folder?: { id: string; name: string }
  onClose: () => void
}

/** The team books an appointment with a client: their own time, or that of someone else on the folder's team. */
export function ClientBookingDialog({ folder, onClose }: ClientBookingDialogProps) {
  const [chosenId, setChosenId] = useState('')
  const folderId = folder?.id ?? chosenId
  const booking = useFolderBooking(folderId, onClose)
  return (
    <BookingDialog
      title={folder === undefined ? 'Book an appointment with a client' : `Book an appointment with ${folder.name}`}
      booking={booking}
      isLoading={false}
      hasFolder={folderId !== ''}
      noConsultant={texts.noConsultantForTeam}
      unnamed="Someone on the team"
      onClose={onClose}
      folderField={
        folder === undefined && (
          <FolderPicker
            label="Client folder"
            value={chosenId}
            onChoose={(chosen) => {
              booking.chooseConsultant('')
              setChosenId(chosen?.id ?? '')
            }}
          />
        )
      }
    />
  )
}
