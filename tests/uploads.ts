// Adds a file to a folder the way a screen does: an address, the bytes, the registration.
import { filesIn } from '../server/file-storage/files-in.ts'
import { storeOnDisk } from '../server/file-storage/files-on-disk.ts'
import type { Answer, Caller } from './test-app.ts'
import { mimeTypes, pdf } from './samples.ts'

/** Unencrypted files in a folder, as in releases before encryption, which the portal still reads and sweeps. */
export const filesOnDisk = (folder: string, reserve?: number) => filesIn(storeOnDisk(folder, reserve), null)

/** An upload of these bytes; `documentURL` is its name in PUT /api/documents. */
export async function upload(caller: Caller, bytes: Buffer, type = 'application/octet-stream') {
  const { body } = await caller.post('/api/objects/upload')
  const stored = await putBytes(caller, body.uploadURL, bytes, type)
  if (stored.status !== 200) throw new Error(`The upload was refused: ${stored.status} ${stored.text}`)
  return { documentURL: body.uploadURL as string, objectPath: body.objectPath as string }
}

export const putBytes = (
  caller: Caller,
  url: string,
  bytes: Buffer,
  type = 'application/octet-stream',
): Promise<Answer> => caller.send({ method: 'PUT', url, headers: { 'content-type': type }, payload: bytes })

/** The body of PUT /api/documents for a file with this name. */
export const registration = (clientFolderId: string, name: string, bytes: Buffer) => ({
  fileName: name,
  originalName: name,
  fileSize: bytes.length,
  mimeType: new Map<string, string>(Object.entries(mimeTypes)).get(name.split('.').at(-1) ?? '') ?? '',
  clientFolderId,
})

/** Uploads and registers a file; returns the reply of the registration. */
export async function addDocument(
  caller: Caller,
  clientFolderId: string,
  { name = 'Handbook.pdf', bytes = pdf(), ...more }: { name?: string; bytes?: Buffer; [field: string]: unknown } = {},
): Promise<Answer> {
  const { documentURL } = await upload(caller, bytes)
  return caller.put('/api/documents', { documentURL, ...registration(clientFolderId, name, bytes), ...more })
}
