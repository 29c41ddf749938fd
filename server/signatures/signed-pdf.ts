// The downloads of a signed document.
import type { Contract } from '../../domain/contract.ts'
import type { Document } from '../../domain/document.ts'
import { conflict } from '../../domain/errors.ts'
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

/** Contracts signed with an earlier version have their certificate in the signed contract. */
export async function certificateOfContract(reader: Reader, contract: Contract): Promise<Copy> {
  if (contract.signedAt === null) throw conflict('Not everyone has signed this contract yet.')
  const pdf = await unsafeArchivedPdf(reader, contract.id, 'certificate')
  if (pdf !== null) return { ...pdf, name: `${contract.contractNumber} (certificate).pdf` }
  if ((await unsafeArchivedPdf(reader, contract.id, 'sealed')) === null) throw stillSealing()
  throw conflict('The certificate is on the last pages of the signed contract.')
}

const stemOf = ({ originalName }: Document) => originalName.replace(/\.[a-z0-9]{1,10}$/i, '')
