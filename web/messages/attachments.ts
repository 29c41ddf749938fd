// Files added to a message: each becomes a document of the folder, and the message names them.
import { useEffect, useEffectEvent, useState } from 'react'
import { chooseFiles, removeUpload, useSendUploads } from '../documents/send-uploads.ts'
import { changeUploads, type Upload, uploadListFor, useUploads } from '../documents/uploads.ts'
import { useUser } from '../session/use-auth.ts'

const isBusy = ({ state }: Upload) => state.name === 'chosen' || state.name === 'sending' || state.name === 'checking'

/** "Thanks.\n\nAttached: W-4.pdf, I-9.pdf" */
export const withNames = (content: string, names: readonly string[]): string =>
  names.length === 0 ? content : `${content === '' ? '' : `${content}\n\n`}Attached: ${names.join(', ')}`

/** @param send the message, after all files have arrived; if one fails, nothing is sent and the text stays in the input */
export function useAttachments(folderId: string, send: (content: string) => void) {
  const user = useUser()
  const list = uploadListFor(folderId, 'message')
  const uploads = useUploads(list)
  const { sendAll, retry } = useSendUploads(list, () => {})
  const [notAdded, setNotAdded] = useState<string | null>(null)
  /** The text whose files are on their way. */
  const [content, setContent] = useState<string | null>(null)
  const purpose = { clientFolderId: folderId, requiresSignature: false, assignmentId: null, documentRequestId: null }

  const names = uploads.filter(({ state }) => state.name !== 'refused').map(({ file }) => file.name)
  const settle = useEffectEvent(() => {
    if (content === null || uploads.some(isBusy)) return
    setContent(null)
    if (uploads.some(({ state }) => state.name !== 'done')) return
    changeUploads(list, () => [])
    send(withNames(content, names))
  })
  // The uploads are outside React; their end is what sends the message.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => settle(), [content, uploads])
  useEffect(() => {
    // Preload the code; if that fails, sending reports the error.
    if (uploads.length > 0) import('../documents/uploader.ts').catch(() => {})
  }, [uploads.length])

  return {
    uploads,
    names,
    notAdded,
    isSending: content !== null,
    /** A file that was refused or failed keeps the message from being sent. */
    isBlocked: uploads.some(({ state }) => state.name === 'refused' || state.name === 'failed'),
    add: (files: readonly File[]) => setNotAdded(chooseFiles(list, files, user)),
    remove: (upload: Upload) => removeUpload(list, upload),
    retry: (upload: Upload) => retry(upload, purpose),
    send: (text: string) => {
      setContent(text)
      sendAll(purpose)
    },
  }
}

export type Attachments = ReturnType<typeof useAttachments>
