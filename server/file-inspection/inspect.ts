// Determines a file's type from its bytes alone, and whether its content is dangerous, without unpacking it and without
// trusting its name.
import { fileTypeFromBuffer } from 'file-type'
import type { ContentFault } from '../../domain/file-kind.ts'
import type { Bytes } from './bytes.ts'
import { inspectCompoundFile } from './compound-file.ts'
import { type Finding, is, isOther } from './finding.ts'
import { inspectOfficeZip } from './office-zip.ts'

const zipStart = Buffer.from('PK\u0003\u0004', 'latin1')
const compoundStart = Buffer.from('d0cf11e0a1b11ae1', 'hex')

export async function inspect(bytes: Bytes): Promise<Finding> {
  const head = await bytes.at(0, 4100)
  if (head.length === 0) return isOther(null, 'empty')
  if (/^%PDF-[12]\.\d/.test(head.toString('latin1', 0, 8))) return is('pdf', await faultOfPdf(bytes))
  if (head.subarray(0, 4).equals(zipStart)) return inspectOfficeZip(bytes)
  if (head.subarray(0, 8).equals(compoundStart)) return inspectCompoundFile(bytes)
  const type = await fileTypeFromBuffer(head)
  if (type?.ext === 'png') return is('png', await faultOfImage(bytes, Buffer.from('IEND\u00aeB`\u0082', 'latin1')))
  if (type?.ext === 'jpg') return is('jpeg', await faultOfImage(bytes, Buffer.from('ffd9', 'hex')))
  return isOther(type?.ext.toUpperCase())
}

/**
 * A complete PDF ends with `startxref`, an offset inside the file, and `%%EOF` within the last 1,024 bytes (ISO
 * 32000-1, 7.5.5).
 */
async function faultOfPdf(bytes: Bytes): Promise<ContentFault | null> {
  const tail = (await bytes.at(Math.max(0, bytes.size - 1024), 1024)).toString('latin1')
  const end = [...tail.matchAll(/startxref\s+(\d{1,12})\s+%%EOF/g)].at(-1)
  if (end === undefined || Number(end[1]) >= bytes.size) return 'damaged'
  return (await endsAsZip(bytes)) ? 'disguised' : null
}

/**
 * Cameras and editors append metadata after the image's end, so the end marker is searched near the end of the file.
 */
async function faultOfImage(bytes: Bytes, end: Buffer): Promise<ContentFault | null> {
  const tail = await bytes.at(Math.max(0, bytes.size - 65_536), 65_536)
  if (!tail.includes(end)) return 'damaged'
  return (await endsAsZip(bytes)) ? 'disguised' : null
}

/** Archives are read from their end, so one file can be an image to one program and an archive to another. */
async function endsAsZip(bytes: Bytes): Promise<boolean> {
  const recordBytes = 22
  const start = Math.max(0, bytes.size - 65_535 - recordBytes)
  const tail = await bytes.at(start, bytes.size - start)
  for (let at = tail.length - recordBytes; at >= 0; at--) {
    if (tail.readUInt32LE(at) === 0x06054b50 && tail.readUInt16LE(at + 20) === tail.length - at - recordBytes)
      return true
  }
  return false
}
