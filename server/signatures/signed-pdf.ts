// The downloads of a signed document.
import type { Document } from '../../domain/document.ts'
import { notSignedYet, stillSealing } from '../../domain/signature.ts'
import type { Reader } from '../kit/db.ts'
import { type StoredPdf, unsafeArchivedPdf } from '../stored-pdfs/queries.ts'

export interface Copy extends StoredPdf {
  /** The file name for saving. */
  name: string
}

/** The sealed PDF; the certificate if the document is not a PDF. */
export async function signedCopyOf(reader: Reader, document: Document): Promise<Copy> {
  const certificate = await certificateOf(reader, document)
  const pdf = await unsafeArchivedPdf(reader, document.id, 'sealed')
  return pdf === null ? certificate : { ...pdf, name: `${stemOf(document)} (signed).pdf` }
}

/** The certificate is created last: once it exists, everything does. */
export async function certificateOf(reader: Reader, document: Document): Promise<Copy> {
  if (!document.isSigned) throw notSignedYet()
  const pdf = await unsafeArchivedPdf(reader, document.id, 'certificate')
  if (pdf === null) throw stillSealing()
  return { ...pdf, name: `${stemOf(document)} (certificate).pdf` }
}

const stemOf = ({ originalName }: Document) => originalName.replace(/\.[a-z0-9]{1,10}$/i, '')
