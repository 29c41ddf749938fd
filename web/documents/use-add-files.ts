import { useState } from 'react'
import { useUser } from '../session/use-auth.ts'
import { chooseFiles, removeUpload, useSendUploads } from './send-uploads.ts'
import { changeUploads, type Upload, uploadListFor, useUploads } from './uploads.ts'

/** Files that are sent to a folder as soon as they are dropped or chosen, several at the same time. */
export function useAddFiles(folderId: string) {
  const user = useUser()
  const list = uploadListFor(folderId, 'added')
  const uploads = useUploads(list)
  const { sendAll, retry } = useSendUploads(list, () => {})
  const [notAdded, setNotAdded] = useState<string | null>(null)
  const purpose = { clientFolderId: folderId, requiresSignature: false, assignmentId: null, documentRequestId: null }
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
