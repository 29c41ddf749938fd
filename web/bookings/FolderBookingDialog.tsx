import { useOwnFolder } from '../client-home/OwnFolder.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import { BookingDialog } from './BookingDialog.tsx'
import { useFolderBooking } from './folder-booking.ts'
import { texts } from './words.ts'

/** A client books an appointment with their consultant, or with someone else on the folder's team. */
export function FolderBookingDialog({ onClose }: { onClose: () => void }) {
  const own = useOwnFolder()
  const folders = own.folders.filter(({ status, allowed }) => status !== 'archived' && allowed.includes('see-messages'))
  const folderId = (folders.find(({ id }) => id === own.folder?.id) ?? folders[0])?.id ?? ''
  const booking = useFolderBooking(folderId, onClose)
  return (
    <BookingDialog
      title="Book an appointment"
      booking={booking}
      isLoading={own.query.isPending}
      hasFolder={folderId !== ''}
      noConsultant={texts.noConsultant}
      unnamed="Your consultant"
      onClose={onClose}
      folderField={
        folderId === '' ? (
          <p className="text-lead text-ink-2">{texts.noConsultant}</p>
        ) : (
          folders.length > 1 && (
            <SelectField
              label="Folder"
              choices={folders.map(({ id, name }) => ({ value: id, label: name }))}
              value={folderId}
              onChange={(event) => {
                booking.chooseConsultant('')
                own.choose(event.target.value)
              }}
            />
          )
        )
      }
    />
  )
}
