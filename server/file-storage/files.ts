// Stored files as the rest of the portal sees them: plain bytes under keys, whatever the store and encryption. Nothing
// is ever overwritten.
import type { Readable } from 'node:stream'
import { DomainError } from '../../domain/errors.ts'
import type { FileKey } from './file-format.ts'
import type { Place, Range } from './file-store.ts'

export interface Stored {
  size: number
  /** Hexadecimal. */
  sha256: string
  /** Hexadecimal; what S3 calls an ETag. */
  md5: string
  /** The first 4,100 bytes, for type detection. */
  head: Buffer
}

/** `limit`: more bytes than this are refused (413); `size`: the announced length, if known. */
export interface Incoming {
  limit: number
  size?: number | undefined
}

export interface Part {
  number: number
  md5: string
}

/** Lets a child process read or write one file: plain data that can be sent to it, with the key of that file only. */
export interface FileHandoff {
  place: Place
  /** Its storage key. */
  key: string
  /** Null for an unencrypted file. */
  fileKey: FileKey | null
}

export interface Files {
  /** Durable once it resolves. Throws 409 if the key is taken; leaves nothing behind when it fails. */
  put(key: string, bytes: Readable, incoming: Incoming): Promise<Stored>
  /** `size` is that of the complete file; the stream delivers the range. Throws if there is nothing under the key. */
  read(key: string, range?: Range): Promise<{ stream: Readable; size: number }>
  exists(key: string): Promise<boolean>
  /** Succeeds whether or not the file exists. */
  remove(key: string): Promise<void>
  /** Everything stored under a namespace, for sweeps and for checking that rows and bytes agree. */
  list(namespace: string): AsyncIterable<{ key: string; size: number; changedAt: Date }>
  /** Lets a child process read the file. Throws if there is nothing under the key. */
  lend(key: string): Promise<FileHandoff>
  /** Lets a child process write the file; nothing exists under the key until it has. */
  lendNew(key: string): Promise<FileHandoff>
  /** Bytes that can still be stored, without the reserve; Infinity if the store does not report it. */
  free(): Promise<number>
  /** A multipart upload. `start` returns the store's own name for it. */
  readonly parts: {
    start(key: string): Promise<string>
    /** A part that is sent again replaces the earlier one. */
    put(
      key: string,
      name: string,
      number: number,
      bytes: Readable,
      incoming: Incoming,
    ): Promise<{ size: number; md5: string }>
    /** Joins the parts in the given order. */
    complete(key: string, name: string, parts: Part[]): Promise<Stored>
    abort(key: string, name: string): Promise<void>
  }
  /** Deletes remains of unfinished writes from before this time. */
  sweep(before: Date): Promise<void>
  /** Throws unless the store can be reached and used. */
  check(): Promise<void>
}

/** Always left free, so that the database on the same disk can still write. */
export const reserveBytes = 500_000_000
export const headBytes = 4100

/** Keys are generated only here: a namespace and a UUID. */
const keyPattern = /^[a-z]{1,20}(?:-[a-z]{1,20})?\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function checkedKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error('A key that the portal did not create')
  return key
}

export function checkedName(name: string): string {
  if (!uuidPattern.test(name)) throw new Error('A name that the portal did not create')
  return name
}

export async function requireSpace(files: Pick<Files, 'free'>): Promise<void> {
  if ((await files.free()) <= 0) throw noSpace()
}

export const noSpace = () =>
  new DomainError('no-space', 'The portal is out of space for files right now. Try again later, or call us.')

export const tooLarge = (limit: number) =>
  new DomainError('too-large', `A file can be at most ${Math.floor(limit / 1_048_576)} MB.`)

export const incompleteFileError = () =>
  new DomainError('invalid', 'The file didn’t arrive completely. Upload it again.')
