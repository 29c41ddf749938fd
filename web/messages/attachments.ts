// Files added to a message: each becomes a document of the folder, and the message names them.
import { useEffect, useState } from 'react'
import { withNames } from '../../domain/message.ts'
import { chooseFiles, removeUpload, useSendUploads } from '../documents/send-uploads.ts'
import { changeUploads, type Upload, uploadListFor, uploadsIn, useUploads } from '../documents/uploads.ts'
import { useUser } from '../session/use-auth.ts'

const namesOf = (uploads: readonly Upload[]) =>
  uploads.filter(({ state }) => state.name !== 'refused').map(({ file }) => file.name)

/** @param send the message, after all files have arrived; if one fails, nothing is sent and the text stays in the input */
export function useAttachments(folderId: string, send: (content: string) => void) {
  const user = useUser()
  const list = uploadListFor(folderId, 'message')
  const uploads = useUploads(list)
  const { sendAll, retry } = useSendUploads(list, () => {})
  const [notAdded, setNotAdded] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const purpose = { clientFolderId: folderId, requiresSignature: false, assignmentId: null, documentRequestId: null }

  const names = namesOf(uploads)
  useEffect(() => {
    // Preload the code; if that fails, sending reports the error.
    if (uploads.length > 0) import('../documents/uploader.ts').catch(() => {})
  }, [uploads.length])

  return {
    uploads,
    names,
    notAdded,
    isSending,
    /** A file that was refused or failed, or is being sent again, keeps the message from being sent. */
    isBlocked: !isSending && uploads.some(({ state }) => state.name !== 'chosen' && state.name !== 'done'),
    add: (files: readonly File[]) => setNotAdded(chooseFiles(list, files, user)),
    remove: (upload: Upload) => removeUpload(list, upload),
    retry: (upload: Upload) => retry(upload, purpose),
    /** Continues when another page is opened, as the uploads do. */
    async send(text: string) {
      setIsSending(true)
      await sendAll(purpose)
      setIsSending(false)
      const sent = uploadsIn(list)
      if (sent.some(({ state }) => state.name !== 'done')) return
      changeUploads(list, () => [])
      send(withNames(text, namesOf(sent)))
    },
  }
}

export type Attachments = ReturnType<typeof useAttachments>
