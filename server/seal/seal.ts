// Interface of sealing for the rest of the portal.
import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { newId } from '../kit/id.ts'
import type { ActiveContent } from '../../domain/document.ts'
import type { KindWithText } from '../../domain/file-kind.ts'
import { verificationLimitBytes } from '../../domain/verification.ts'
import type { Config } from '../config.ts'
import type { Database } from '../kit/db.ts'
import type { Files } from '../file-storage/files.ts'
import type { Log } from '../kit/log.ts'
import type { MasterKey } from '../kit/master-key.ts'
import type { FieldsRead } from '../pdf/read-fields.ts'
import { openSlots } from '../kit/slots.ts'
import { Hindered } from './hindered.ts'
import { allSealers, configuredKey, ensureKey, rotateKey } from './keys.ts'
import type { StoredKey } from './process.ts'
import { openSealingProcess } from './sealing-process.ts'
import type { Verdict } from './verify.ts'
import { typed } from '../kit/row-types.ts'

export interface Seal {
  /**
   * Adds a seal after the file's own bytes. Slow work in a separate process, some twenty milliseconds: never call it
   * inside a transaction. Throws `Hindered` for a PDF that cannot be sealed. The transaction that stores the result
   * must register it with `sealedFile` (server/verification/actions.ts), or it will not be recognized as sealed here.
   */
  seal(pdf: Uint8Array, occasion: SealOccasion): Promise<Sealed & { bytes: Buffer }>
  /** The same for a stored PDF of any size, into an unused key: the bytes never pass through the main thread. */
  sealStored(from: StoredPdf, toKey: string, occasion: SealOccasion): Promise<Sealed & { size: number }>
  /**
   * Checks the bytes against our certificates; the register says whether the file was ever stored. Throws `Hindered` for
   * a file that takes too long.
   */
  verify(bytes: Uint8Array): Promise<{ verdict: Verdict; sha256: string }>
  /** What a stored PDF can do besides showing its pages; `['unreadable']` if that can't be determined. */
  activeContent(stored: Pick<StoredPdf, 'storageKey' | 'size'>): Promise<ActiveContent[]>
  /** The text of a stored document, one at a time; empty if it has none or is damaged, encrypted, or too large. */
  documentText(stored: Pick<StoredPdf, 'storageKey' | 'size'>, kind: KindWithText): Promise<string>
  /** The fields of a filled-in PDF form, at most three forms at a time, and one of each person. */
  readFields(file: Uint8Array, personId: string): Promise<FieldsRead>
  /** PEM certificates that people import to trust our seals, current one first. */
  rootCertificates(): Promise<string>
  /** Creates what a first start needs, and throws a sentence for an unusable configuration. */
  ready(): Promise<void>
  /** Replaces the portal's own certificate; returns the new subject and expiry date. */
  rotate(): Promise<string>
  close(): void
}

export interface SealOccasion {
  /** Short text such as "Contract PROHR-202601-001", shown by PDF readers. */
  reason: string
  signerName?: string
  at: Date
  /** The empty field that it fills, and its content. */
  visible?: { field: string; page: Uint8Array }
}

export interface Sealed {
  sealKeyId: string
  /** Hexadecimal. */
  sha256: string
}

export interface StoredPdf {
  storageKey: string
  size: number
  /** The expected hash; hexadecimal. */
  sha256: string
}

/** A sealed file, including the seal, must not exceed the limit of verification. */
export const sealLimitBytes = verificationLimitBytes - 65_536

/** One being read, two waiting. */
const maxFormsAtOnce = 3

/** The largest and most hostile file that was tried takes 2.5 s. */
const verifyLimitMilliseconds = 10_000

/** Larger files are not examined, and have no text for search. */
const examineLimitBytes = 104_857_600

type EndpointInput = { config: Config; db: Database; files: Files; log: Log; masterKey: () => Promise<MasterKey> }

const CertificatesRow = z.object({ certificates: z.array(z.instanceof(Buffer)) })

export function openSeal({ config, db, files, log, masterKey }: EndpointInput): Seal {
  const sealing = openSealingProcess(log)
  // Separate from sealing, so that slow uploads don't delay signatures.
  const examining = openSealingProcess(log, { limitMilliseconds: 10_000 })
  // The text of documents, which can wait while uploads are examined.
  const reading = openSealingProcess(log, { limitMilliseconds: 10_000 })
  // Anyone may have a file verified, without an account.
  const verifying = openSealingProcess(log, { limitMilliseconds: verifyLimitMilliseconds })
  let own: Promise<StoredKey> | null = null
  const forms = openSlots(maxFormsAtOnce)
  const formsOfPerson = openSlots(1)

  /**
   * A custom certificate is opened once; the portal's is read each time, since another instance may have replaced it.
   */
  async function currentKey(): Promise<StoredKey> {
    if (config.sealP12 === undefined) return ensureKey(db, await masterKey(), config.provider.name)
    own ??= configuredKey(db, sealing, config.sealP12)
    return own.catch((error: unknown) => {
      own = null
      throw error
    })
  }

  async function instructionsFor(size: number, { at, ...occasion }: SealOccasion) {
    if (size > sealLimitBytes) throw new Hindered('too-large')
    const key = await currentKey()
    const own = new X509Certificate(key.certificates[0] as Buffer)
    // A signature from before this certificate existed is sealed with the current time.
    const time = at < own.validFromDate ? db.now : at
    return { key, occasion: { ...occasion, at: time, fieldName: `Seal ${newId()}` } }
  }

  return {
    async seal(pdf, occasion) {
      const instructions = await instructionsFor(pdf.length, occasion)
      const { bytes, sha256 } = await sealing.onFile('seal', { ...instructions, file: pdf })
      return {
        bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
        sealKeyId: instructions.key.id,
        sha256,
      }
    },

    async sealStored({ storageKey, size: fromSize, sha256: fromSha256 }, toKey, occasion) {
      const instructions = await instructionsFor(fromSize, occasion)
      const [from, to] = [await files.lend(storageKey), await files.lendNew(toKey)]
      const { sha256, size } = await sealing.onFile('sealStored', { ...instructions, from, fromSha256, to })
      return { size, sealKeyId: instructions.key.id, sha256 }
    },

    async verify(bytes) {
      return verifying.onFile('verify', { file: bytes, sealers: await allSealers(db) })
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

    async documentText({ storageKey, size }, kind) {
      if (size > examineLimitBytes) return ''
      try {
        const { text } = await reading.onFile('documentText', { from: await files.lend(storageKey), kind })
        return text
      } catch (error) {
        if (error instanceof Hindered) return ''
        throw error
      }
    },

    async readFields(file, personId) {
      const freePerson = formsOfPerson.take(personId)
      const free = freePerson && forms.take('all')
      try {
        return free === null ? { problem: 'busy' } : await examining.onFile('readFields', { file })
      } catch (error) {
        if (error instanceof Hindered) return { problem: 'too-much' }
        throw error
      } finally {
        free?.()
        freePerson?.()
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
      const { certificates } = await rotateKey(db, await masterKey(), config.provider.name)
      const { subject, validTo } = new X509Certificate(certificates[0] as Buffer)
      return `${subject.replaceAll('\n', ', ')}, valid until ${validTo}`
    },

    close() {
      sealing.close()
      examining.close()
      reading.close()
      verifying.close()
    },
  }
}
