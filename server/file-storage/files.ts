// Kept files as the rest of the portal knows them: plain bytes under keys, wherever and however they lie. Nothing is ever overwritten.
import type { Readable } from 'node:stream'
import { DomainError } from '../../domain/errors.ts'
import type { LentFile } from './lent-files.ts'

export interface Stored {
  size: number
  /** Hexadecimal. */
  sha256: string
  /** Hexadecimal; what S3 calls an ETag. */
  md5: string
  /** The first 4,100 bytes, for a look at what it is. */
  head: Buffer
}

/** `limit`: more bytes than this are refused (413); `size`: how many were announced, where that is known. */
export interface Incoming {
  limit: number
  size?: number | undefined
}

export interface Range {
  start: number
  /** The last byte, included. */
  end: number
}

export interface Part {
  number: number
  md5: string
}

export interface Files {
  /** Durable once it answers. Refuses a key that is taken (409); leaves nothing behind when it fails. */
  put(key: string, bytes: Readable, incoming: Incoming): Promise<Stored>
  /** `size` is the whole file's; the stream gives the range. Throws when there is nothing under the key. */
  read(key: string, range?: Range): Promise<{ stream: Readable; size: number }>
  exists(key: string): Promise<boolean>
  /** No matter whether it is there. */
  remove(key: string): Promise<void>
  /** Everything kept under a namespace, for sweeping and for checking that rows and bytes agree. */
  list(namespace: string): AsyncIterable<{ key: string; size: number; changedAt: Date }>
  /** So that a process beside the portal can read it. Throws when there is nothing under the key. */
  lend(key: string): Promise<LentFile>
  /** So that a process beside the portal can put it; nothing is there under the key until it has. */
  lendNew(key: string): Promise<LentFile>
  /** Bytes that may still be put, the reserve kept back; Infinity where the store does not say. */
  free(): Promise<number>
  /** A file that arrives in parts. `start` answers the store's own name for it. */
  readonly parts: {
    start(key: string): Promise<string>
    /** A part sent again replaces the earlier one. */
    put(
      key: string,
      name: string,
      number: number,
      bytes: Readable,
      incoming: Incoming,
    ): Promise<{ size: number; md5: string }>
    /** Joins the parts in the order given. */
    complete(key: string, name: string, parts: Part[]): Promise<Stored>
    abort(key: string, name: string): Promise<void>
  }
  /** Drops what unfinished writes left behind before this time. */
  sweep(before: Date): Promise<void>
  /** Throws unless the store can be reached and used. */
  check(): Promise<void>
}

/** So many bytes stay free, so that the database beside the files can still breathe. */
export const reserveBytes = 500_000_000
export const headBytes = 4100

/** Keys are made here and nowhere else: a namespace and a UUID. */
const keyPattern = /^[a-z]{1,20}(?:-[a-z]{1,20})?\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function checkedKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error('A key that the portal did not make')
  return key
}

export function checkedName(name: string): string {
  if (!uuidPattern.test(name)) throw new Error('A name that the portal did not make')
  return name
}

export async function requireSpace(files: Pick<Files, 'free'>): Promise<void> {
  if ((await files.free()) <= 0) throw noSpace()
}

export const noSpace = () =>
  new DomainError('no-space', 'The portal has no room for files right now. Please try again later or call us.')

export const tooLarge = (limit: number) =>
  new DomainError('too-large', `A file may have at most ${Math.floor(limit / 1_048_576)} MB.`)

export const cutOff = () => new DomainError('invalid', 'The file did not arrive whole. Please upload it again.')
