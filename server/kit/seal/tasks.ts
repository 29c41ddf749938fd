// What the sealing process is asked and what it answers. Each task is about the bytes of one file, which go over a pipe, or which
// the process is lent where they are kept; what is said about them is plain data, because it passes between processes.
import type { ActiveContent } from '../../../domain/document.ts'
import type { LentFile } from '../lent-files.ts'
import type { Hindrance } from './hindered.ts'
import type { Occasion } from './sign.ts'
import type { Sealer, Verdict } from './verify.ts'

export interface Tasks {
  /** Answers the sealed file too, over the pipe. */
  seal: { asks: { key: KeptKey; occasion: Occasion }; answers: { sha256: string } }
  /** Of a kept file, whose hash has to be the one named, into another; nothing goes over the pipe. */
  'seal-kept': {
    asks: { key: KeptKey; occasion: Occasion; from: LentFile; fromSha256: string; to: LentFile }
    answers: { sha256: string; size: number }
  }
  verify: { asks: { sealers: Sealer[] }; answers: { verdict: Verdict; sha256: string } }
  /** Of a kept PDF: what it can do besides showing its pages. */
  'active-content': { asks: { from: LentFile }; answers: { found: ActiveContent[] } }
  'open-p12': { asks: { password: string }; answers: OpenedP12 }
}

/** A key that seals, as it is kept: PKCS#8. */
export interface KeptKey extends Sealer {
  pkcs8: Uint8Array
}

/** DER. The one that belongs to the key comes first, then those that stand above it, as far as the file has them. */
export interface OpenedP12 {
  certificates: Uint8Array[]
  /** PKCS#8. */
  privateKey: Uint8Array
}

export type TaskName = keyof Tasks

/** `length`: of the file that comes over the pipe. */
export type Asked = { [Name in TaskName]: { name: Name; asks: Tasks[Name]['asks']; length: number } }[TaskName]

/** `length`: of the file that goes back over it. */
export type Answered =
  | { answers: unknown; length: number }
  | { hindrance: Hindrance }
  | { sentence: string }
  | { failure: string }
