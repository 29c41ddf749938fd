// "Verify a document": whether the portal sealed a file, and whether it is unchanged.
import { z } from 'zod'

/** Kinds of sealed files. */
export const sealedKinds = ['contract', 'document', 'certificate'] as const
export type SealedKind = (typeof sealedKinds)[number]

export const verdicts = ['ours-unchanged', 'ours-changed', 'not-ours', 'not-a-pdf'] as const
export type VerdictName = (typeof verdicts)[number]

/** A larger file is refused (413). */
export const verificationLimitBytes = 25 * 1_048_576

/** The result. It never says whose file it is, because anyone may ask. */
export const Verification = z.strictObject({
  verdict: z.enum(verdicts),
  sentence: z.string(),
  /** When the seal was created; null without the portal's seal. */
  sealedAt: z.iso.datetime().nullable(),
  /** The subject of the certificate that sealed it. */
  sealedBy: z.string().nullable(),
  /** How many seals the unchanged file has: one for each signer. */
  seals: z.int().nullable(),
  kind: z.enum(sealedKinds).nullable(),
  /** Of the uploaded bytes, hexadecimal. */
  sha256: z.string(),
})
export type Verification = z.output<typeof Verification>

/** The result of checking the bytes and the register. */
export type Finding =
  | 'whole'
  | 'appended'
  | 'signed-again'
  | 'content'
  | 'seal'
  | 'unregistered'
  | 'out-of-time'
  | 'other-seal'
  | 'no-seal'
  | 'not-a-pdf'

export const findings: Record<Finding, { verdict: VerdictName; sentence: string }> = {
  whole: {
    verdict: 'ours-unchanged',
    sentence: 'This file was sealed by this portal and hasn’t changed since.',
  },
  appended: {
    verdict: 'ours-changed',
    sentence:
      'This file was sealed by this portal and later changed: something was added after the seal. The sealed part is unchanged, but a PDF reader may show something else.',
  },
  'signed-again': {
    verdict: 'ours-changed',
    sentence:
      'This file was sealed by this portal and later changed: a signature with another certificate was added after the seal. The sealed part is unchanged, but a PDF reader may show something else.',
  },
  content: {
    verdict: 'ours-changed',
    sentence: 'This file has a seal from this portal, but its content was changed after it was sealed.',
  },
  seal: {
    verdict: 'ours-changed',
    sentence:
      'This file has a damaged seal from this portal: the seal itself, or its position in the file, was changed.',
  },
  unregistered: {
    verdict: 'not-ours',
    sentence:
      'This file has an intact seal from this portal, but the portal has no record of issuing it. Contact us before you rely on it.',
  },
  'out-of-time': {
    verdict: 'not-ours',
    sentence:
      'This file has a seal with a certificate of this portal that wasn’t in use at that time. Don’t rely on it.',
  },
  'other-seal': {
    verdict: 'not-ours',
    sentence: 'This file is signed with a certificate that doesn’t belong to this portal.',
  },
  'no-seal': {
    verdict: 'not-ours',
    sentence: 'This PDF doesn’t have a seal from this portal.',
  },
  'not-a-pdf': {
    verdict: 'not-a-pdf',
    sentence: 'This isn’t a PDF. This portal seals only PDFs.',
  },
}
