// The document being signed, of any kind: the signing flow knows only this interface.
import type { z } from 'zod'
import type { SignatureInput, SignatureSummary } from '../../domain/signature.ts'

export type SignatureBody = z.input<typeof SignatureInput>

export interface SigningTarget {
  noun: 'documents' | 'contracts'
  /** "document" or "contract", as a word in a sentence. */
  word: string
  clientFolderId: string
  title: string
  /** Whose it is and since when, under the title. */
  note: string
  /** Another one when there is another text to read. */
  textKey: string
  /** Where the PDF is shown; null for a file that a browser does not show. */
  viewAddress: string | null
  /** Where it opens in a tab of its own, or is downloaded. */
  openAddress: string
  /** Where it is saved as a file. */
  downloadAddress: string
  /** The server has sent the reader every byte of it. */
  isReceived: boolean
  maySign: boolean
  /** The place of the signature on a contract: whose side, and how many of that side have signed before. */
  place: { side: 'client' | 'firm'; index: number } | null
  /** A signer on the client's side may decline. */
  mayDecline: boolean
  /** Why it cannot be signed, where it cannot. */
  whyNot: string
  signature: SignatureSummary | null
  copies: { label: string; address: string }[]
  sign: (body: SignatureBody, idempotencyKey: string) => Promise<unknown>
  refuse: (reason: string, idempotencyKey: string) => Promise<unknown>
}
