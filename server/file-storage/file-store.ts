// Where bytes lie: a folder on disk or a bucket. A store knows nothing of limits, hashes and encryption; server/file-storage/files-in.ts does.
import type { Readable } from 'node:stream'
import { DomainError } from '../../domain/errors.ts'
import type { S3Settings } from './files-in-s3.ts'
import type { Range } from './files.ts'

/** A folder, or a bucket. */
export type Place = { folder: string } | { s3: S3Settings }

export interface Store {
  /** The same for the same place wherever the portal runs, and without secrets: what the records say where their files are. */
  readonly name: string
  /** What a process beside the portal opens it with; holds secrets. */
  readonly place: Place
  /** Durable once it answers. Refuses a key that is taken (409); leaves nothing behind when it fails. */
  write(key: string, bytes: AsyncIterable<Buffer>, size: number | undefined): Promise<void>
  /** Of the whole thing: its size, and a version that changes when it is replaced. Throws when there is nothing under the key. */
  read(key: string, range?: Range): Promise<{ stream: Readable; size: number; version: string }>
  exists(key: string): Promise<boolean>
  remove(key: string): Promise<void>
  list(namespace: string): AsyncIterable<{ key: string; size: number; changedAt: Date }>
  /** Infinity where the store does not say. */
  free(): Promise<number>
  /** What lies apart until it is joined. A part that is written again replaces the earlier one. */
  readonly parts: {
    start(): Promise<string>
    /** 409 when they were dropped meanwhile. */
    write(name: string, number: number, bytes: AsyncIterable<Buffer>, size: number | undefined): Promise<void>
    read(name: string, number: number): Promise<{ stream: Readable; size: number }>
    drop(name: string): Promise<void>
  }
  /** Drops what unfinished writes left behind before this time. */
  sweep(before: Date): Promise<void>
  /** Throws unless it can be reached and used. */
  check(): Promise<void>
}

/** What this machine's own clients say about a thing that is not there, whichever store it is. */
export const nothingThere = (key: string) =>
  Object.assign(new Error(`Nothing is kept under ${key}`), { code: 'ENOENT' })

export const storeAway = () =>
  new DomainError('unavailable', 'The portal cannot reach its files right now. Please try again in a moment.')
