import { useState } from 'react'
import { mayEditNote, type StaffNote } from '../../domain/staff-note.ts'
import { formatDate, formatDateTime, formatTime } from '../kit/dates.ts'
import { Name } from '../kit/PersonName.tsx'
import { useUser } from '../session/use-auth.ts'
import { StaffNoteStrip } from './Bubble.tsx'
import { EditCallDialog, EditNoteDialog } from './EditNoteDialogs.tsx'
import { MessageText } from './MessageText.tsx'
import { kindLabels } from './words.ts'

type NoteEntryProps = {
  note: StaffNote
  /** It was searched for. */
  isFound: boolean
  /** False where the folder can only be read. */
  canEdit: boolean
}

/** A staff-only note in the thread, or the record of a call or a meeting. */
export function NoteEntry({ note, isFound, canEdit }: NoteEntryProps) {
  const user = useUser()
  const [isEditing, setEditing] = useState(false)
  const EditDialog = note.kind === 'note' ? EditNoteDialog : EditCallDialog
  const meta = (
    <span className="flex flex-wrap gap-x-3">
      <span>
        <Name>{note.authorName ?? 'Someone'}</Name>, {formatTime(note.createdAt)}
        {note.editedAt !== null && `, edited ${formatDateTime(note.editedAt)}`}
      </span>
      {canEdit && mayEditNote(note, user.id) && (
        <button type="button" className="link finger-high" onClick={() => setEditing(true)}>
          Edit<span className="sr-only"> the entry of {formatTime(note.createdAt)}</span>
        </button>
      )}
    </span>
  )
  return (
    <StaffNoteStrip id={note.id} isFound={isFound} meta={meta}>
      {note.kind !== 'note' && (
        <span className="mb-1 block">
          <span className="block text-meta text-ink-2">
            {kindLabels[note.kind]} with <Name>{note.heldWith ?? ''}</Name>, {formatDate(note.heldOn ?? '')}
          </span>
          <span className="block font-semibold">{note.subject}</span>
        </span>
      )}
      <MessageText>{note.content}</MessageText>
      {isEditing && <EditDialog note={note} onClose={() => setEditing(false)} />}
    </StaffNoteStrip>
  )
}
