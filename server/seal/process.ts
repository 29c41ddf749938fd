// The process that seals and verifies, one file after the other. It alone loads the libraries that read PDFs. What comes in has passed
// between processes: Buffers arrive as plain arrays of bytes.
import { createPrivateKey } from 'node:crypto'
import type { ActiveContent } from '../../domain/document.ts'
import { type LentFile, putLent, readLent } from '../file-storage/lent-files.ts'
import { withCpuLimit } from '../kit/worker-limits.ts'
import { activeContentOf } from './active-content.ts'
import { Hindered, type Hindrance } from './hindered.ts'
import { openP12 as open, type OpenedP12, UnusableP12 } from './p12.ts'
import { type Occasion, type SealingKey, sealPdf, sha256Of } from './sign.ts'
import { type Sealer, type Verdict, verifySeal } from './verify.ts'

/** A key that seals, as it is kept: PKCS#8. */
export interface KeptKey extends Sealer {
  pkcs8: Uint8Array
}

interface SealTask {
  key: KeptKey
  occasion: Occasion
  limitMilliseconds: number
}

export const seal = (task: SealTask & { file: Uint8Array }) =>
  unlessHindered(task.limitMilliseconds, async () => {
    const bytes = await sealPdf(task.file, opened(task.key), task.occasion)
    return { sha256: sha256Of(bytes), bytes }
  })

/** Seals a stored file, whose hash has to be the one named, into another. */
export const sealKept = (task: SealTask & { from: LentFile; fromSha256: string; to: LentFile }) =>
  unlessHindered(task.limitMilliseconds, async () => {
    const kept = await readLent(task.from)
    if (kept.sha256 !== task.fromSha256) throw new Error('The kept bytes are not those that were to be sealed')
    const bytes = await sealPdf(kept.bytes, opened(task.key), task.occasion)
    await putLent(task.to, bytes)
    return { sha256: sha256Of(bytes), size: bytes.length }
  })

export const verify = ({
  file,
  sealers,
}: {
  file: Uint8Array
  sealers: Sealer[]
}): { verdict: Verdict; sha256: string } => ({
  verdict: verifySeal(file, sealers.map(withBuffers)),
  sha256: sha256Of(file),
})

/** What a stored PDF can do besides showing its pages. */
export const activeContent = (task: {
  from: LentFile
  limitMilliseconds: number
}): Promise<{ found: ActiveContent[] }> =>
  withCpuLimit(task.limitMilliseconds, async () => ({
    found: await activeContentOf((await readLent(task.from)).bytes),
  }))

export const openP12 = ({
  file,
  password,
}: {
  file: Uint8Array
  password: string
}): Promise<OpenedP12 | { problem: string }> =>
  open(file, password).catch((error: unknown) => {
    if (error instanceof UnusableP12) return { problem: error.message }
    throw error
  })

const unlessHindered = <Sealed>(
  limit: number,
  work: () => Promise<Sealed>,
): Promise<Sealed | { hindrance: Hindrance }> =>
  withCpuLimit(limit, work).catch((error: unknown) => {
    if (error instanceof Hindered) return { hindrance: error.hindrance }
    throw error
  })

function opened({ pkcs8, ...key }: KeptKey): SealingKey {
  const privateKey = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
  return { ...withBuffers(key), privateKey }
}

const withBuffers = (sealer: Sealer): Sealer => ({
  ...sealer,
  certificates: sealer.certificates.map((each) => Buffer.from(each)),
})
