// The seal: what the rest of the portal sees of it.
import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { newId } from '../kit/id.ts'
import type { ActiveContent } from '../../domain/document.ts'
import { verificationLimitBytes } from '../../domain/verification.ts'
import type { Config } from '../config.ts'
import type { Database } from '../kit/db.ts'
import type { Files } from '../file-storage/files.ts'
import type { Log } from '../kit/log.ts'
import type { MasterKey } from '../kit/master-key.ts'
import { Hindered } from './hindered.ts'
import { allSealers, configuredKey, ensureKey, rotateKey } from './keys.ts'
import type { KeptKey } from './process.ts'
import { openSealingProcess } from './sealing-process.ts'
import type { Verdict } from './verify.ts'
import { typed } from '../kit/row-types.ts'

export interface Seal {
  /**
   * Adds a seal after the file's own bytes. Slow work in a process of its own, some twenty milliseconds: never inside a
   * transaction. Throws `Hindered` for a PDF that cannot carry one. Whoever stores the answer notes it in the same transaction
   * with `sealedFile` (server/verification/actions.ts), or nobody will be told that it is ours.
   */
  seal(pdf: Uint8Array, occasion: SealOccasion): Promise<Sealed & { bytes: Buffer }>
  /** The same for a kept PDF of any size, into a key that is free: the bytes never pass the thread that answers. */
  sealKept(from: KeptPdf, toKey: string, occasion: SealOccasion): Promise<Sealed & { size: number }>
  /** Looks at the bytes and at our certificates; whether the file was ever stored is the register's to say. */
  verify(bytes: Uint8Array): Promise<{ verdict: Verdict; sha256: string }>
  /** What a kept PDF can do besides showing its pages; `['unreadable']` where that can't be told. */
  activeContent(kept: Pick<KeptPdf, 'storageKey' | 'size'>): Promise<ActiveContent[]>
  /** What people import to trust our seals: PEM, the one in use first. */
  rootCertificates(): Promise<string>
  /** Makes what a first start has to make, and refuses with a sentence what can't work. */
  ready(): Promise<void>
  /** Replaces the portal's own certificate; answers whom the new one names, and until when. */
  rotate(): Promise<string>
  close(): void
}

export interface SealOccasion {
  /** In a few words: "Contract PROHR-202601-001". Shown by PDF readers. */
  reason: string
  signerName?: string
  at: Date
}

export interface Sealed {
  sealKeyId: string
  /** Hexadecimal. */
  sha256: string
}

export interface KeptPdf {
  storageKey: string
  size: number
  /** What its bytes have to be; hexadecimal. */
  sha256: string
}

/** What we seal, people can have verified, the seal included. */
export const sealLimitBytes = verificationLimitBytes - 65_536

/** A larger PDF is not examined. */
const examineLimitBytes = 104_857_600

type Given = { config: Config; db: Database; files: Files; log: Log; masterKey: () => Promise<MasterKey> }

const CertificatesRow = z.object({ certificates: z.array(z.instanceof(Buffer)) })

export function openSeal({ config, db, files, log, masterKey }: Given): Seal {
  const sealing = openSealingProcess(log)
  // Apart from the seals, so that uploads that take long to examine don't delay signatures.
  const examining = openSealingProcess(log, { limitMilliseconds: 10_000 })
  const organization = config.provider.name
  let own: Promise<KeptKey> | null = null

  /** A certificate of one's own is opened once; the portal's is read each time, since another instance may have replaced it. */
  async function currentKey(): Promise<KeptKey> {
    if (config.sealP12 === undefined) return ensureKey(db, await masterKey(), organization)
    own ??= configuredKey(db, sealing, config.sealP12)
    return own.catch((error: unknown) => {
      own = null
      throw error
    })
  }

  async function told(size: number, { at, ...occasion }: SealOccasion) {
    if (size > sealLimitBytes) throw new Hindered('too-large')
    const key = await currentKey()
    const own = new X509Certificate(key.certificates[0] as Buffer)
    // What happened before there was this certificate is sealed now.
    const time = at < own.validFromDate ? db.now : at
    return { key, occasion: { ...occasion, at: time, fieldName: `Seal ${newId()}` } }
  }

  return {
    async seal(pdf, occasion) {
      const asks = await told(pdf.length, occasion)
      const { bytes, sha256 } = await sealing.onFile('seal', { ...asks, file: pdf })
      return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), sealKeyId: asks.key.id, sha256 }
    },

    async sealKept({ storageKey, size: fromSize, sha256: fromSha256 }, toKey, occasion) {
      const asks = await told(fromSize, occasion)
      const [from, to] = [await files.lend(storageKey), await files.lendNew(toKey)]
      const { sha256, size } = await sealing.onFile('sealKept', { ...asks, from, fromSha256, to })
      return { size, sealKeyId: asks.key.id, sha256 }
    },

    async verify(bytes) {
      return sealing.run('verify', { file: bytes, sealers: await allSealers(db) })
    },

    async activeContent({ storageKey, size }) {
      if (size > examineLimitBytes) return ['unreadable']
      try {
        const { found } = await examining.onFile('activeContent', { from: await files.lend(storageKey) })
        return found
      } catch (error) {
        if (error instanceof Hindered) return ['unreadable']
        throw error
      }
    },

    async rootCertificates() {
      await currentKey()
      const rows = await db.rows(typed(CertificatesRow)`
        select certificates from seal_keys where purpose = 'sealing'
        order by (origin = 'configured') = ${config.sealP12 !== undefined} desc, id desc`)
      const tops = rows.map(({ certificates }) => new X509Certificate(certificates.at(-1) as Buffer).toString())
      return [...new Set(tops)].join('')
    },

    async ready() {
      await currentKey()
    },

    async rotate() {
      const { certificates } = await rotateKey(db, await masterKey(), organization)
      const { subject, validTo } = new X509Certificate(certificates[0] as Buffer)
      return `${subject.replaceAll('\n', ', ')}, valid until ${validTo}`
    },

    close() {
      sealing.close()
      examining.close()
    },
  }
}
