import { useUnfinishedUploads } from '../documents/uploads.ts'
import { useUnsavedWork } from '../kit/unsaved-work.ts'
import { useConversation } from '../messages/conversation.ts'

/** While a message or a file of this folder is not sent yet, on whatever tab one is, the browser asks before the page is left. */
export function UnsentWork({ folderId }: { folderId: string }) {
  const { message, note, outgoing } = useConversation(folderId)
  const hasUploads = useUnfinishedUploads(folderId)
  useUnsavedWork((message + note).trim() !== '' || outgoing.length > 0 || hasUploads)
  return null
}
