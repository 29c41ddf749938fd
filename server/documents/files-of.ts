import type { Document } from '../../domain/document.ts'
import { DomainError } from '../../domain/errors.ts'
import { safeName } from '../../domain/file-names.ts'
import type { Reader } from '../kit/db.ts'
import { signedCopyOf } from '../signatures/signed-pdf.ts'
import { unsafeStorageKey } from './queries.ts'

export interface DocumentFile {
  /** The folder of an archive: the subfolder, and in it another one for sealed copies. */
  within: string
  name: string
  storageKey: string
}

/** The original of a document that the caller may read, and its sealed copy if there is one. */
export async function filesOf(reader: Reader, document: Document): Promise<DocumentFile[]> {
  const { id, originalName, isSigned, subfolder } = document
  const within = subfolder === null ? '' : `${safeName(subfolder)}/`
  const original = { within, name: originalName, storageKey: await unsafeStorageKey(reader, id) }
  const signed = isSigned ? await nullUnlessReady(signedCopyOf(reader, document)) : null
  return signed === null ? [original] : [original, { within: `${within}signed/`, ...signed }]
}

/** A signature whose PDF is still being sealed has no copy yet. */
const nullUnlessReady = <T>(copy: Promise<T>): Promise<T | null> =>
  copy.catch((error: unknown) => {
    if (error instanceof DomainError) return null
    throw error
  })
