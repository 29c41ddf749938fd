// Uppy with the portal's own addresses: one PUT for a file, parts for a large one. Loaded where files are uploaded only.
import AwsS3 from '@uppy/aws-s3'
import Uppy from '@uppy/core'
import * as companion from '../../api/uploads-companion.ts'
import { startUpload } from '../../api/uploads.ts'
import { minPartSize, multipartFrom } from '../../domain/document.ts'
import { call, CallError } from '../kit/call.ts'
import { texts } from './words.ts'

export interface Sending {
  /** Sends the remaining bytes, and returns the address for PUT /api/documents. */
  send: () => Promise<string>
  cancel: () => void
}

interface SendingPlan {
  file: File
  onProgress: (bytes: number) => void
  /** Does a call, after a new sign-in where the session has ended. */
  signedIn: <T>(work: () => Promise<T>) => Promise<T>
}

const silent = { debug: () => {}, warn: () => {}, error: () => {} }

/** One file on its way. Each has a sender of its own, so that one can be retried or removed without the others. */
export function openSending({ file, onProgress, signedIn }: SendingPlan): Sending {
  const uppy = new Uppy({ logger: silent, autoProceed: false })
  let failure: unknown = null
  uppy.use(AwsS3, {
    limit: 6,
    shouldUseMultipart: ({ size }) => (size ?? 0) >= multipartFrom,
    getChunkSize: ({ size }) => Math.max(minPartSize, Math.ceil(size / 100)),
    getUploadParameters: async (_file, { signal }) => {
      const { uploadURL } = await signedIn(() => call(startUpload, { signal }))
      return { method: 'PUT', url: here(uploadURL) }
    },
    createMultipartUpload: ({ name, type }) =>
      signedIn(() => call(companion.startMultipart, { body: { filename: name, type, metadata: {} } })),
    signPart: async (_file, { uploadId, key, partNumber, signal }) => {
      const params = { id: uploadId, number: String(partNumber) }
      const { url, ...rest } = await signedIn(() => call(companion.signPart, { params, query: { key }, signal }))
      return { ...rest, url: here(url) }
    },
    listParts: (_file, { uploadId, key, signal }) =>
      signedIn(() => call(companion.listParts, { params: { id: uploadId ?? '' }, query: { key }, signal })),
    completeMultipartUpload: (_file, { uploadId, key, parts, signal }) =>
      signedIn(() =>
        call(companion.completeMultipart, {
          params: { id: uploadId },
          query: { key },
          body: { parts: parts.map(({ PartNumber = 0, ETag = '' }) => ({ PartNumber, ETag })) },
          signal,
        }),
      ),
    abortMultipartUpload: async (_file, { uploadId, key }) => {
      await call(companion.cancelMultipart, { params: { id: uploadId ?? '' }, query: { key } })
    },
  })
  uppy.on('upload-progress', (_file, { bytesUploaded }) => onProgress(bytesUploaded || 0))
  uppy.on('upload-error', (_file, error) => (failure = error))
  const id = uppy.addFile({ name: file.name, type: file.type, data: file, source: 'choice' })
  let hasTried = false

  return {
    async send() {
      failure = null
      const result = hasTried ? await uppy.retryUpload(id) : await uppy.upload()
      hasTried = true
      const address = result?.successful?.[0]?.uploadURL
      if (address === undefined) throw asCallError(failure)
      return address
    },
    cancel: () => uppy.destroy(),
  }
}

/** At the address in the browser, which may not be the public one. */
function here(address: string): string {
  const { pathname, search } = new URL(address)
  return `${location.origin}${pathname}${search}`
}

/** What Uppy says of a PUT that failed, with the server's sentence where there is one. */
function asCallError(error: unknown): CallError {
  if (error instanceof CallError) return error
  const source = error instanceof Error && 'source' in error ? error.source : null
  const status = source instanceof XMLHttpRequest ? source.status : 0
  const text = error instanceof Error ? error.message : 'Unknown error'
  return new CallError({ status, text, sentence: messageIn(source) ?? sentences[text] ?? lost })
}

const lost = texts.connectionLost

const sentences: Record<string, string> = {
  'Request has expired': 'This upload expired. Start it again.',
  'Non 2xx': 'Couldn’t store the file. Try again.',
}

function messageIn(source: unknown): string | null {
  if (!(source instanceof XMLHttpRequest) || !source.responseText.startsWith('{')) return null
  try {
    return (JSON.parse(source.responseText) as { message?: string }).message ?? null
  } catch {
    // A response of another server (a proxy, a captive portal), not of the portal.
    return null
  }
}
