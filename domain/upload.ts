// An upload: bytes that will become a document. Belongs to the person who requested its address.
import { z } from 'zod'
import { minPartSize, maxParts } from './document.ts'
import { conflict, invalid, DomainError } from './errors.ts'

export const UploadAddress = z.object({
  /** The address for one PUT of the file's bytes, within 15 minutes, without a cookie. */
  uploadURL: z.string(),
  /** The file's name in PUT /api/documents, and its download address once it is registered. */
  objectPath: z.string(),
})
export type UploadAddress = z.infer<typeof UploadAddress>

export const Part = z.object({ PartNumber: z.int(), Size: z.int(), ETag: z.string() })
export type Part = z.infer<typeof Part>

const PartNumber = z
  .int('A part number must be from 1 to 10000.')
  .min(1, 'A part number must be from 1 to 10000.')
  .max(maxParts, 'A part number must be from 1 to 10000.')

export const partNumber = (text: string): number => PartNumber.parse(/^\d{1,5}$/.test(text) ? Number(text) : Number.NaN)

export const PartList = z.strictObject({
  parts: z
    .array(z.object({ PartNumber, ETag: z.string().max(200) }), 'List the parts.')
    .min(1, 'List the parts.')
    .max(maxParts),
})
export type PartList = z.infer<typeof PartList>

/** What the store needs to know of an upload. */
export const Upload = z.object({
  id: z.string(),
  userId: z.string(),
  storageKey: z.string(),
  multipartName: z.string().nullable(),
  maxSize: z.number(),
  isStored: z.boolean(),
  isClaimed: z.boolean(),
  isDiscarded: z.boolean(),
  size: z.number().nullable(),
  sha256: z.string().nullable(),
})
export type Upload = z.infer<typeof Upload>

export const ArrivedPart = z.object({ number: z.number(), size: z.number(), md5: z.string() })
export type ArrivedPart = z.infer<typeof ArrivedPart>

/** Throws unless the upload can be registered as a document: complete, and not registered before. */
export function claim(upload: Upload): { size: number; sha256: string } {
  if (upload.isClaimed) throw conflict('This upload was already registered as a document.')
  if (upload.isDiscarded) throw conflict('This upload was removed. Upload the file again.')
  if (!upload.isStored || upload.size === null || upload.sha256 === null)
    throw conflict('This upload hasn’t finished. Upload the file again.')
  return { size: upload.size, sha256: upload.sha256 }
}

/** Throws unless parts may still be added to the upload. */
export function takeParts(upload: Upload): string {
  if (upload.isStored) throw conflict('This upload is complete.')
  if (upload.isDiscarded) throw conflict('This upload was canceled.')
  if (upload.multipartName === null) throw conflict('This upload isn’t a multipart upload.')
  return upload.multipartName
}

/**
 * The parts in the caller's order: each has arrived as listed, the numbers increase, and each but the last has the
 * minimum size. The same rules as S3's.
 */
export function joinParts(listed: PartList['parts'], arrived: ArrivedPart[], maxSize: number): ArrivedPart[] {
  const parts = listed.map(({ PartNumber: number, ETag }, index) => {
    const part = arrived.find((each) => each.number === number)
    const path = `parts.${index}`
    if (part === undefined || part.md5 !== ETag.replaceAll('"', ''))
      throw invalid(path, `Part ${number} hasn’t arrived as listed.`)
    if (index > 0 && number <= (listed[index - 1]?.PartNumber ?? 0)) throw invalid(path, 'The parts are out of order.')
    if (index < listed.length - 1 && part.size < minPartSize)
      throw invalid(path, 'Every part except the last must be at least 5 MB.')
    return part
  })
  if (parts.reduce((sum, part) => sum + part.size, 0) > maxSize)
    throw new DomainError('too-large', `A file can be at most ${Math.floor(maxSize / 1_048_576)} MB.`)
  return parts
}
