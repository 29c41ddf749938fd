// UUIDs (RFC 9562): version 7, which sorts by time, and version 5, which is the same for the same name.
import { createHash } from 'node:crypto'

/**
 * @param count of those made within one millisecond, below 2^31; it stands behind the time, so that ids sort by it
 * @param random sixteen bytes, of which the last six are used
 */
export function uuid7(milliseconds: number, count: number, random: Uint8Array): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(milliseconds, 0, 6)
  // 12 bits behind the version, 20 behind the variant (14, then 6): as most libraries split a count of 32 bits.
  bytes.writeUInt16BE(0x7000 | (count >>> 20), 6)
  bytes.writeUInt16BE(0x8000 | ((count >>> 6) & 0x3fff), 8)
  bytes[10] = ((count << 2) & 0xff) | ((random[10] ?? 0) & 0x03)
  bytes.set(random.subarray(11, 16), 11)
  return textOf(bytes)
}

/** The id of a name within a namespace, which is an id itself. */
export function uuid5(name: string, namespace: string): string {
  const bytes = createHash('sha1').update(bytesOf(namespace)).update(name).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return textOf(bytes)
}

export const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

export function textOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
