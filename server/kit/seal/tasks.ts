// What the sealing thread is asked and what it answers; plain data, because it passes between threads.
import type { Hindrance } from './hindered.ts'
import type { Occasion, SealingKey } from './sign.ts'
import type { Sealer, Verdict } from './verify.ts'

export interface Tasks {
  seal: {
    asks: { pdf: Uint8Array; key: SealingKey; occasion: Occasion }
    answers: { bytes: Uint8Array; sha256: string }
  }
  verify: { asks: { bytes: Uint8Array; sealers: Sealer[] }; answers: { verdict: Verdict; sha256: string } }
  'open-p12': { asks: { file: Uint8Array; password: string }; answers: OpenedP12 }
}

/** DER. The one that belongs to the key comes first, then those that stand above it, as far as the file has them. */
export interface OpenedP12 {
  certificates: Uint8Array[]
  /** PKCS#8. */
  privateKey: Uint8Array
}

export type TaskName = keyof Tasks

export type Asked = { [Name in TaskName]: { name: Name; asks: Tasks[Name]['asks'] } }[TaskName]

export type Answered = { answers: unknown } | { hindrance: Hindrance } | { sentence: string } | { failure: string }
