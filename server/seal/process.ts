// Worker process that seals and verifies one file at a time. It alone loads the PDF libraries. Input has passed between
// processes: Buffers arrive as Uint8Arrays.
import { createPrivateKey } from 'node:crypto'
import type { ActiveContent } from '../../domain/document.ts'
import type { KindWithText } from '../../domain/file-kind.ts'
import { putHandoff, readHandoff } from '../file-storage/file-handoff.ts'
import type { FileHandoff } from '../file-storage/files.ts'
import { withLimits } from '../kit/worker-limits.ts'
import type { FieldsRead } from '../pdf/read-fields.ts'
import { activeContentOf } from './active-content.ts'
import { Hindered, type Hindrance } from './hindered.ts'
import { openP12 as open, type OpenedP12, UnusableP12 } from './p12.ts'
import { type Occasion, type SealingKey, sealPdf, sha256Of } from './sign.ts'
import { type Sealer, type Verdict, verifySeal } from './verify.ts'

/** A stored sealing key: PKCS#8. */
export interface StoredKey extends Sealer {
  pkcs8: Uint8Array
}

interface SealTask {
  key: StoredKey
  occasion: Occasion
  limitMilliseconds: number
}

export const seal = (task: SealTask & { file: Uint8Array }) =>
  withSealErrors(task.limitMilliseconds, async () => {
    const bytes = await sealPdf(task.file, opened(task.key), task.occasion)
    return { sha256: sha256Of(bytes), bytes }
  })

/** Seals a stored file, whose hash must match, into a new one. */
export const sealStored = (task: SealTask & { from: FileHandoff; fromSha256: string; to: FileHandoff }) =>
  withSealErrors(task.limitMilliseconds, async () => {
    const stored = await readHandoff(task.from)
    if (stored.sha256 !== task.fromSha256) throw new Error('The stored bytes are not those that were to be sealed')
    const bytes = await sealPdf(stored.bytes, opened(task.key), task.occasion)
    await putHandoff(task.to, bytes)
    return { sha256: sha256Of(bytes), size: bytes.length }
  })

export const verify = (task: {
  file: Uint8Array
  sealers: Sealer[]
  limitMilliseconds: number
}): Promise<{ verdict: Verdict; sha256: string }> =>
  withLimits({ milliseconds: task.limitMilliseconds }, async () => ({
    verdict: verifySeal(task.file, task.sealers.map(withBuffers)),
    sha256: sha256Of(task.file),
  }))

/** What a stored PDF can do besides showing its pages. */
export const activeContent = (task: {
  from: FileHandoff
  limitMilliseconds: number
}): Promise<{ found: ActiveContent[] }> =>
  withLimits({ milliseconds: task.limitMilliseconds }, async () => ({
    found: await activeContentOf((await readHandoff(task.from)).bytes),
  }))

/** The fields of a filled-in form. The library is imported with the first one. */
export const readFields = (task: { file: Uint8Array; limitMilliseconds: number }): Promise<FieldsRead> =>
  withLimits({ milliseconds: task.limitMilliseconds, megabytes: 500 }, async () =>
    (await import('../pdf/read-fields.ts')).readFields(task.file),
  )

/** The text of a stored document. Decoded streams and pictures are buffers, so the heap limit doesn't count them. */
export const documentText = (task: {
  from: FileHandoff
  kind: KindWithText
  limitMilliseconds: number
}): Promise<{ text: string }> =>
  withLimits({ milliseconds: task.limitMilliseconds, megabytes: 500 }, async () => {
    const { documentText: textOf } = await import('../file-inspection/document-text.ts')
    return { text: await textOf(task.kind, (await readHandoff(task.from)).bytes) }
  })

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

const withSealErrors = <Sealed>(
  limit: number,
  work: () => Promise<Sealed>,
): Promise<Sealed | { hindrance: Hindrance }> =>
  withLimits({ milliseconds: limit }, work).catch((error: unknown) => {
    if (error instanceof Hindered) return { hindrance: error.hindrance }
    throw error
  })

function opened({ pkcs8, ...key }: StoredKey): SealingKey {
  const privateKey = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
  return { ...withBuffers(key), privateKey }
}

const withBuffers = (sealer: Sealer): Sealer => ({
  ...sealer,
  certificates: sealer.certificates.map((each) => Buffer.from(each)),
})
