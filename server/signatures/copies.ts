// What is handed out of a signed document.
import type { Document } from '../../domain/document.ts'
import { notSignedYet, stillSealing } from '../../domain/signature.ts'
import type { Reader } from '../kit/db.ts'
import { type Paper, unsafePaper } from '../papers-kept/queries.ts'

export interface Copy extends Paper {
  /** What it is saved as. */
  name: string
}

/** The sealed PDF; the certificate, where the document is none. */
export async function signedCopyOf(reader: Reader, document: Document): Promise<Copy> {
  const certificate = await certificateOf(reader, document)
  const paper = await unsafePaper(reader, document.id, 'sealed')
  return paper === null ? certificate : { ...paper, name: `${stemOf(document)} (signed).pdf` }
}

/** It comes last: once it is there, everything is. */
export async function certificateOf(reader: Reader, document: Document): Promise<Copy> {
  if (!document.isSigned) throw notSignedYet()
  const paper = await unsafePaper(reader, document.id, 'certificate')
  if (paper === null) throw stillSealing()
  return { ...paper, name: `${stemOf(document)} (certificate).pdf` }
}

const stemOf = ({ originalName }: Document) => originalName.replace(/\.[a-z0-9]{1,10}$/i, '')
