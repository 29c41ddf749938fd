// Stores bytes in a folder or a bucket. A store has no limits, hashes, or encryption; server/file-storage/files-in.ts
// adds them.
import type { Readable } from 'node:stream'
import { DomainError } from '../../domain/errors.ts'

export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface Range {
  start: number
  /** The last byte, inclusive. */
  end: number
}

/** A folder, or a bucket. */
export type Place = { folder: string } | { s3: S3Settings }

export interface Store {
  /**
   * Stable for the same location wherever the portal runs, and without secrets; recorded in the database as the
   * location of its files.
   */
  readonly name: string
  /** What a child process needs to open it; contains secrets. */
  readonly place: Place
  /** Durable once it resolves. Throws 409 if the key is taken; leaves nothing behind when it fails. */
  write(key: string, bytes: AsyncIterable<Buffer>, size: number | undefined): Promise<void>
  /**
   * `size` is that of the complete object, and `version` changes when it is replaced. Throws if there is nothing under
   * the key.
   */
  read(key: string, range?: Range): Promise<{ stream: Readable; size: number; version: string }>
  exists(key: string): Promise<boolean>
  remove(key: string): Promise<void>
  list(namespace: string): AsyncIterable<{ key: string; size: number; changedAt: Date }>
  /** Infinity if the store does not report it. */
  free(): Promise<number>
  /** Parts of a multipart upload, separate until they are joined. Writing a part again replaces it. */
  readonly parts: {
    start(): Promise<string>
    /** Throws 409 if the parts were deleted in the meantime. */
    write(name: string, number: number, bytes: AsyncIterable<Buffer>, size: number | undefined): Promise<void>
    read(name: string, number: number): Promise<{ stream: Readable; size: number }>
    drop(name: string): Promise<void>
  }
  /** Deletes remains of unfinished writes from before this time. */
  sweep(before: Date): Promise<void>
  /** Throws unless the store can be reached and used. */
  check(): Promise<void>
}

/** The not-found error that file system calls throw, for every kind of store. */
export const emptyStore = (key: string) =>
  Object.assign(new Error(`No file is stored under ${key}`), { code: 'ENOENT' })

export const storeUnavailable = () =>
  new DomainError('unavailable', 'The portal can’t reach its files right now. Try again in a moment.')
