import { useState } from 'react'
import type { DocumentVisibility } from '../../domain/document.ts'
import { useUser } from '../session/use-auth.ts'
import { chooseFiles, removeUpload, useSendUploads } from './send-uploads.ts'
import { changeUploads, type Upload, uploadListFor, useUploads } from './uploads.ts'

/**
 * Files that are sent to a folder as soon as they are dropped or chosen, several at the same time. Team-only ones have a
 * list of their own, so that no other file's turn sends them as shared.
 */
export function useAddFiles(folderId: string, visibility: DocumentVisibility) {
  const user = useUser()
  const list = uploadListFor(folderId, `added, ${visibility}`)
  const uploads = useUploads(list)
  const { sendAll, retry } = useSendUploads(list, () => {})
  const [notAdded, setNotAdded] = useState<string | null>(null)
  const purpose = {
    clientFolderId: folderId,
    requiresSignature: false,
    assignmentId: null,
    documentRequestId: null,
    visibility,
  }
  return {
    uploads,
    /** Why some files were not added. */
    notAdded,
    add: (files: readonly File[]) => {
      setNotAdded(chooseFiles(list, files, user))
      for (let lane = 0; lane < lanes; lane++) void sendAll(purpose)
    },
    retry: (upload: Upload) => retry(upload, purpose),
    remove: (upload: Upload) => removeUpload(list, upload),
    clear: () => {
      setNotAdded(null)
      changeUploads(list, (now) => now.filter(({ state }) => state.name === 'sending' || state.name === 'checking'))
    },
  }
}

/** How many files are sent at the same time. */
const lanes = 3
