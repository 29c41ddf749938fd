// "Verify a document": is this file one that the portal sealed, and is it as it was then?
import { z } from 'zod'

/** What a sealed file is. */
export const sealedKinds = ['contract', 'document', 'certificate'] as const
export type SealedKind = (typeof sealedKinds)[number]

export const verdicts = ['ours-unchanged', 'ours-changed', 'not-ours', 'not-a-pdf'] as const
export type VerdictName = (typeof verdicts)[number]

/** A file of more bytes than this is refused (413). */
export const verificationLimitBytes = 25 * 1_048_576

/** What the answer says. Never whose file it is: whoever asks need not be one of those it concerns. */
export const Verification = z.strictObject({
  verdict: z.enum(verdicts),
  sentence: z.string(),
  /** When the seal was made; null where there is none of ours. */
  sealedAt: z.iso.datetime().nullable(),
  /** The subject of the certificate that sealed it. */
  sealedBy: z.string().nullable(),
  kind: z.enum(sealedKinds).nullable(),
  /** Of the bytes that were sent, hexadecimal. */
  sha256: z.string(),
})
export type Verification = z.output<typeof Verification>

/** What looking at the bytes, and into the register, showed. */
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
    sentence: 'This file was sealed by this portal, and not one byte of it has changed since.',
  },
  appended: {
    verdict: 'ours-changed',
    sentence:
      'This file was sealed by this portal and changed afterwards: something was added after the seal. The part under the seal is as it was, but a reader may show something else.',
  },
  'signed-again': {
    verdict: 'ours-changed',
    sentence:
      'This file was sealed by this portal and changed afterwards: a signature with another certificate was added after the seal. The part under the seal is as it was, but a reader may show something else.',
  },
  content: {
    verdict: 'ours-changed',
    sentence: 'This file carries a seal of this portal, but its content was changed after it was sealed.',
  },
  seal: {
    verdict: 'ours-changed',
    sentence:
      'This file carries a seal of this portal that is damaged: the seal itself, or the place where it stands, was changed.',
  },
  unregistered: {
    verdict: 'not-ours',
    sentence:
      'This file carries an unbroken seal of this portal, but the portal has no record of having issued it. Please ask us before you rely on it.',
  },
  'out-of-time': {
    verdict: 'not-ours',
    sentence:
      'This file carries a seal with a certificate of this portal that was not in use at that time. Please do not rely on it.',
  },
  'other-seal': {
    verdict: 'not-ours',
    sentence: 'This file is signed with another certificate, not with one of this portal.',
  },
  'no-seal': {
    verdict: 'not-ours',
    sentence: 'This PDF carries no seal of this portal.',
  },
  'not-a-pdf': {
    verdict: 'not-a-pdf',
    sentence: 'This is not a PDF. Only PDFs are sealed by this portal.',
  },
}
