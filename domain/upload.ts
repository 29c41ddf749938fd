// An upload: bytes on their way to becoming a document. Bound to the person who asked for its address.
import { z } from 'zod'
import { leastPartSize, mostParts } from './document.ts'
import { conflict, invalid, DomainError } from './errors.ts'

export const UploadAddress = z.object({
  /** One PUT of the file's bytes goes here, within 15 minutes, without a cookie. */
  uploadURL: z.string(),
  /** What PUT /api/documents may call the file, and where it is fetched once it is registered. */
  objectPath: z.string(),
})
export type UploadAddress = z.infer<typeof UploadAddress>

export const Part = z.object({ PartNumber: z.int(), Size: z.int(), ETag: z.string() })
export type Part = z.infer<typeof Part>

const PartNumber = z
  .int('A part has a number from 1 to 10000.')
  .min(1, 'A part has a number from 1 to 10000.')
  .max(mostParts, 'A part has a number from 1 to 10000.')

export const partNumber = (text: string): number => PartNumber.parse(/^\d{1,5}$/.test(text) ? Number(text) : Number.NaN)

export const PartList = z.strictObject({
  parts: z
    .array(z.object({ PartNumber, ETag: z.string().max(200) }), 'Please name the parts.')
    .min(1, 'Please name the parts.')
    .max(mostParts),
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

/** An upload that may be registered as a document: arrived, and not registered before. */
export function claim(upload: Upload): { size: number; sha256: string } {
  if (upload.isClaimed) throw conflict('This upload was already registered as a document.')
  if (upload.isDiscarded) throw conflict('This upload was removed. Please upload the file again.')
  if (!upload.isStored || upload.size === null || upload.sha256 === null)
    throw conflict('This upload has not finished. Please upload the file again.')
  return { size: upload.size, sha256: upload.sha256 }
}

/** An upload that parts may still be added to. */
export function takeParts(upload: Upload): string {
  if (upload.isStored) throw conflict('This upload is complete.')
  if (upload.isDiscarded) throw conflict('This upload was cancelled.')
  if (upload.multipartName === null) throw conflict('This upload does not come in parts.')
  return upload.multipartName
}

/**
 * The parts in their order, as the caller lists them: each has arrived as listed, the numbers rise, and each but the last has
 * the least size. The same rules as S3's.
 */
export function joinParts(listed: PartList['parts'], arrived: ArrivedPart[], maxSize: number): ArrivedPart[] {
  const parts = listed.map(({ PartNumber: number, ETag }, index) => {
    const part = arrived.find((each) => each.number === number)
    const path = `parts.${index}`
    if (part === undefined || part.md5 !== ETag.replaceAll('"', ''))
      throw invalid(path, `Part ${number} has not arrived as listed.`)
    if (index > 0 && number <= (listed[index - 1]?.PartNumber ?? 0)) throw invalid(path, 'The parts are out of order.')
    if (index < listed.length - 1 && part.size < leastPartSize)
      throw invalid(path, 'Every part but the last has at least 5 MB.')
    return part
  })
  if (parts.reduce((sum, part) => sum + part.size, 0) > maxSize)
    throw new DomainError('too-large', `A file may have at most ${Math.floor(maxSize / 1_048_576)} MB.`)
  return parts
}
