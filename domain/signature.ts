// A signature: given once by each signer to a document they opened, after they agreed to sign electronically. The signed
// document never changes. Instead of signing, a signer on the client's side may decline with a reason.
import { z } from 'zod'
import { PasskeyAnswer } from './passkey.ts'
import { conflict } from './errors.ts'
import { Password } from './session.ts'
import { Instant, requiredPersonName, requiredText } from './text.ts'

export const SignatureKind = z.enum(['typed', 'drawn'], 'Choose whether the signature is typed or drawn.')
export type SignatureKind = z.infer<typeof SignatureKind>

/** Limits of a drawn signature: strokes, points in total, and the size of its square. */
export const maxStrokes = 200
export const maxPoints = 5000
export const maxCoordinate = 10_000
/** Anything smaller in both directions is a dot. */
export const minExtent = 20

const tooMany = 'This drawing has too many strokes. Draw a simpler signature.'
const outside = 'This drawing can’t be read. Draw your signature again.'

const Coordinate = z.number(outside).min(0, outside).max(maxCoordinate, outside)
const Point = z.strictObject({ x: Coordinate, y: Coordinate }, outside)
export const Stroke = z.array(Point, outside).min(1, outside).max(maxPoints, tooMany)
export type Stroke = z.infer<typeof Stroke>

export const SignatureInput = z
  .strictObject({
    consent: z.literal(true, 'Agree to sign electronically first.'),
    kind: SignatureKind,
    name: requiredPersonName('Enter your full name.'),
    /** A list of points for each stroke of a drawn signature, in pixels; empty for a typed one. */
    strokes: z
      .array(Stroke, outside)
      .max(maxStrokes, tooMany)
      .nullish()
      .transform((strokes) => strokes ?? []),
    /** The signer reauthenticates with the account's password, or with a passkey. */
    password: Password.optional(),
    passkey: PasskeyAnswer.optional(),
  })
  .superRefine(({ kind, strokes }, context) => {
    const fault = kind === 'typed' ? faultOfTyped(strokes) : faultOfDrawn(strokes)
    if (fault !== null) context.addIssue({ code: 'custom', path: ['strokes'], message: fault })
  })
export type SignatureInput = z.infer<typeof SignatureInput>

const faultOfTyped = (strokes: readonly Stroke[]) =>
  strokes.length > 0 ? 'A typed signature has no strokes. Choose to draw it or to type it.' : null

/** What is wrong with a drawing, as a sentence, or null. */
export function faultOfDrawn(strokes: readonly Stroke[]): string | null {
  const points = strokes.flat()
  if (points.length === 0) return 'Draw your signature.'
  if (points.length > maxPoints) return tooMany
  const { width, height } = boundsOf(points)
  return Math.max(width, height) < minExtent ? 'Draw your signature larger: this is only a dot.' : null
}

/** The bounding box of a drawing. */
export function boundsOf(points: readonly { x: number; y: number }[]) {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}

export const DeclineInput = z.strictObject({ reason: requiredText('Enter the reason for declining.') })
export type DeclineInput = z.infer<typeof DeclineInput>

/** The signatures shown next to a signed document: all names, and the last time. `sealedAt`: null until the copy is sealed. */
export const SignatureSummary = z.object({
  signerName: z.string(),
  signedAt: Instant,
  sealedAt: Instant.nullable(),
  /** False for a contract whose certificate is part of its sealed PDF, as in earlier versions. */
  hasCertificate: z.boolean(),
})
export type SignatureSummary = z.infer<typeof SignatureSummary>

/** The bytes that a person has opened, and when. */
export const Opened = z.object({
  /** Hexadecimal. */
  sha256: z.string(),
  at: z.date(),
})
export type Opened = z.infer<typeof Opened>

/** Whether two names are equal, ignoring case and spaces. */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other)

const plain = (name: string) => name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

export function assertOpened(opened: Opened | null, sentence: string): Opened {
  if (opened === null) throw conflict(sentence)
  return opened
}

/** The job is still running; the screen is notified when it is done. */
export const stillSealing = () => conflict('The signed copy is being sealed. It will be available in a moment.')

export const notSignedYet = () => conflict('This document hasn’t been signed, so there is no signed copy.')
