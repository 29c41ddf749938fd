import { useQueryClient } from '@tanstack/react-query'
import { registerDocument } from '../../api/documents.ts'
import type { Actor } from '../../domain/actor.ts'
import type { DocumentVisibility } from '../../domain/document.ts'
import { call, CallError, sentenceOf } from '../kit/call.ts'
import { type SignInAgain, signedIn, useSignInAgain } from '../kit/sign-in-again.ts'
import { toast } from '../kit/toast-store.ts'
import { faultOf, maxFiles } from './check-file.ts'
import { changeUpload, changeUploads, counts, type Upload, uploadIn, uploadsIn } from './uploads.ts'
import { texts } from './words.ts'

/** What each file of one go is registered with. */
export interface UploadPurpose {
  clientFolderId: string
  requiresSignature: boolean
  assignmentId: string | null
  documentRequestId: string | null
  /** Empty for none. */
  expiresOn?: string
  visibility?: DocumentVisibility
}

const failure = 'Failed to upload document'

/**
 * @param list whose files are sent (uploads.ts)
 * @param onAnswered the assignment has its file, which completes it; later files do not belong to it
 */
export function useSendUploads(list: string, onAnswered: () => void) {
  const client = useQueryClient()
  const signInAgain = useSignInAgain()

  /** One file after another; each is a document of its own, whatever becomes of the others. */
  async function sendAll(purpose: UploadPurpose) {
    let { assignmentId } = purpose
    for (;;) {
      const upload = uploadsIn(list).find(({ state }) => state.name === 'chosen')
      if (upload === undefined) return
      if (await send(upload, { ...purpose, assignmentId })) assignmentId = null
    }
  }

  /** Whether it arrived. */
  async function send({ id }: Upload, purpose: UploadPurpose): Promise<boolean> {
    try {
      await sendOne(list, id, purpose, signInAgain)
    } catch (error) {
      if (uploadIn(list, id) === undefined) return false
      changeUpload(list, id, { state: failed(error) })
      toast.error(failure)
      return false
    }
    if (uploadIn(list, id) === undefined) return false
    changeUpload(list, id, { state: { name: 'done' }, sending: null })
    toast.success('Document uploaded successfully')
    if (purpose.assignmentId !== null) onAnswered()
    void client.invalidateQueries({ queryKey: ['documents'] })
    void client.invalidateQueries({ queryKey: ['assignments'] })
    void client.invalidateQueries({ queryKey: ['document-requests'] })
    return true
  }

  return {
    sendAll,
    retry: (upload: Upload, purpose: UploadPurpose) => void send(upload, purpose),
  }
}

async function sendOne(list: string, id: string, purpose: UploadPurpose, signInAgain: SignInAgain) {
  const asSignedIn = <T>(work: () => Promise<T>) => signedIn(signInAgain, work)
  if (purpose.visibility === 'team-only') changeUpload(list, id, { isTeamOnly: true })
  const documentURL = await sendBytes(list, id, asSignedIn)
  const upload = uploadIn(list, id)
  if (upload === undefined) return
  changeUpload(list, id, { documentURL, state: { name: 'checking' } })
  try {
    await asSignedIn(() => call(registerDocument, { body: inputFor(upload, documentURL, purpose) }))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // The earlier try had arrived; only its answer was lost.
    if (error.status === 409 && upload.unanswered) return
    // After a refusal the server has deleted the bytes; without an answer they may still be stored.
    const noAnswer = error.status === 0
    changeUpload(list, id, noAnswer ? { unanswered: true } : { documentURL: null, sending: null })
    throw error
  }
}

async function sendBytes(list: string, id: string, asSignedIn: <T>(work: () => Promise<T>) => Promise<T>) {
  const upload = uploadIn(list, id)
  if (upload?.documentURL) return upload.documentURL
  changeUpload(list, id, { state: { name: 'sending', bytes: 0 } })
  const sending = upload?.sending ?? (await newSending(list, id, asSignedIn))
  changeUpload(list, id, { sending })
  return sending.send()
}

async function newSending(list: string, id: string, asSignedIn: <T>(work: () => Promise<T>) => Promise<T>) {
  const { openSending } = await import('./uploader.ts')
  const file = uploadIn(list, id)?.file ?? new File([], '')
  return openSending({
    file,
    signedIn: asSignedIn,
    onProgress: (bytes) => {
      if (uploadIn(list, id)?.state.name === 'sending') changeUpload(list, id, { state: { name: 'sending', bytes } })
    },
  })
}

const inputFor = ({ file, isTeamOnly }: Upload, documentURL: string, purpose: UploadPurpose) => ({
  documentURL,
  fileName: file.name,
  originalName: file.name,
  fileSize: file.size,
  mimeType: file.type,
  clientFolderId: purpose.clientFolderId,
  ...(purpose.requiresSignature ? { requiresSignature: true } : {}),
  ...(purpose.assignmentId === null ? {} : { assignmentId: purpose.assignmentId }),
  ...(purpose.documentRequestId === null ? {} : { documentRequestId: purpose.documentRequestId }),
  ...(isTeamOnly ? { visibility: 'team-only' as const } : {}),
  ...(purpose.expiresOn ? { expiresOn: purpose.expiresOn } : {}),
})

/** A file that the server will not have is not worth another try. */
function failed(error: unknown): Upload['state'] {
  const problem = sentenceOf(error, 'Something went wrong on our end. Try again.')
  const hopeless = error instanceof CallError && [400, 403, 413, 415].includes(error.status)
  return { name: 'failed', problem, again: !hopeless }
}

/** Puts files on the list; says what could not be added at all. */
export function chooseFiles(list: string, files: readonly File[], actor: Pick<Actor, 'role'>): string | null {
  const room = maxFiles(actor) - uploadsIn(list).filter(counts).length
  const added: Upload[] = []
  const left: string[] = []
  for (const file of files) {
    const problem = faultOf(file, actor)
    if (problem === null && added.filter(counts).length >= room) left.push(file.name)
    else added.push(newUpload(file, problem))
  }
  changeUploads(list, (now) => [...now.filter(({ state }) => state.name !== 'done'), ...added])
  if (left.length === 0) return null
  return texts.tooMany(maxFiles(actor), left.join(', '))
}

const newUpload = (file: File, problem: string | null): Upload => ({
  id: crypto.randomUUID(),
  file,
  state: problem === null ? { name: 'chosen' } : { name: 'refused', problem },
  isTeamOnly: false,
  sending: null,
  documentURL: null,
  unanswered: false,
})

export function removeUpload(list: string, upload: Upload) {
  upload.sending?.cancel()
  changeUploads(list, (now) => now.filter(({ id }) => id !== upload.id))
}
