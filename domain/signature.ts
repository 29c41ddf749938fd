// A signature: given once, by the folder's client, to what they had opened, after they agreed to sign electronically.
// What is signed never changes again. Instead of signing one may refuse, with a reason.
import { z } from 'zod'
import type { Actor } from './actor.ts'
import { type FolderFacts, isClientOf } from './client-folder.ts'
import type { Document } from './document.ts'
import { PasskeyAnswer } from './passkey.ts'
import { conflict, forbidden } from './errors.ts'
import { Password } from './session.ts'
import { Instant, requiredPersonName, requiredText } from './text.ts'
import { officeZone } from './time.ts'

export const SignatureKind = z.enum(['typed', 'drawn'], 'Please say whether the signature is typed or drawn.')
export type SignatureKind = z.infer<typeof SignatureKind>

/** Of a drawn signature: so many strokes, so many points in all, within a square of this size. */
export const mostStrokes = 200
export const mostPoints = 5000
export const mostCoordinate = 10_000
/** What is smaller than this in both directions is a dot. */
export const leastExtent = 20

const tooMany = 'This drawing has too many strokes. Please draw your signature again, more simply.'
const outside = 'This drawing cannot be read. Please draw your signature again.'

const Coordinate = z.number(outside).min(0, outside).max(mostCoordinate, outside)
const Point = z.strictObject({ x: Coordinate, y: Coordinate }, outside)
export const Stroke = z.array(Point, outside).min(1, outside).max(mostPoints, tooMany)
export type Stroke = z.infer<typeof Stroke>

export const SignatureInput = z
  .strictObject({
    consent: z.literal(true, 'Please agree to sign electronically first.'),
    kind: SignatureKind,
    name: requiredPersonName('Please type your full name.'),
    /** One list of points for each stroke of a drawn signature, in pixels; none of a typed one. */
    strokes: z
      .array(Stroke, outside)
      .max(mostStrokes, tooMany)
      .nullish()
      .transform((strokes) => strokes ?? []),
    /** Who signs confirms who they are at that moment: with the password of the account, or with a passkey. */
    password: Password.optional(),
    passkey: PasskeyAnswer.optional(),
  })
  .superRefine(({ kind, strokes }, context) => {
    const fault = kind === 'typed' ? faultOfTyped(strokes) : faultOfDrawn(strokes)
    if (fault !== null) context.addIssue({ code: 'custom', path: ['strokes'], message: fault })
  })
export type SignatureInput = z.infer<typeof SignatureInput>

const faultOfTyped = (strokes: readonly Stroke[]) =>
  strokes.length > 0 ? 'A typed signature has no strokes. Please choose to draw it, or to type it.' : null

/** What is wrong with a drawing, in a sentence, or null. */
export function faultOfDrawn(strokes: readonly Stroke[]): string | null {
  const points = strokes.flat()
  if (points.length === 0) return 'Please draw your signature.'
  if (points.length > mostPoints) return tooMany
  const { width, height } = extentOf(points)
  return Math.max(width, height) < leastExtent ? 'Please draw your signature larger: this is only a dot.' : null
}

/** The box around a drawing. */
export function extentOf(points: readonly { x: number; y: number }[]) {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}

export const DeclineInput = z.strictObject({ reason: requiredText('Please say why you do not want to sign.') })
export type DeclineInput = z.infer<typeof DeclineInput>

/** What stands beside a signed thing. `sealedAt` is null for the moments until the sealed copy is there. */
export const SignatureSummary = z.object({
  signerName: z.string(),
  signedAt: Instant,
  sealedAt: Instant.nullable(),
})
export type SignatureSummary = z.infer<typeof SignatureSummary>

/** Which bytes a person has opened, and when. */
export const Opened = z.object({
  /** Hexadecimal. */
  sha256: z.string(),
  at: z.date(),
})
export type Opened = z.infer<typeof Opened>

/** Whether two names are the same but for capitals and spaces. */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other)

const plain = (name: string) => name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

export const signerOnly = () => forbidden('Only the client of this folder can sign or decline.')

const longDate = new Intl.DateTimeFormat('en-US', { timeZone: officeZone, dateStyle: 'long' })

/** Refuses (403) everyone but the folder's client, and (409) a document that is signed, not to be signed, or declined. */
export function assertCanDeclineDocument(
  document: Document,
  actor: Actor,
  folder: Pick<FolderFacts, 'clientId'>,
): void {
  if (!isClientOf(folder, actor)) throw signerOnly()
  if (document.signedAt !== null)
    throw conflict(`This document was signed on ${longDate.format(new Date(document.signedAt))} and stays as it is.`)
  if (!document.requiresSignature) throw conflict('Nobody asks for a signature on this document.')
  if (document.refusedAt !== null)
    throw conflict('You declined to sign this document. The team can ask you for your signature again.')
}

/** What was opened and is signed. Refuses also (409) a client who has not opened it. */
export function assertCanSignDocument(
  document: Document,
  actor: Actor,
  folder: Pick<FolderFacts, 'clientId'>,
  opened: Opened | null,
): Opened {
  assertCanDeclineDocument(document, actor, folder)
  return asOpened(opened, 'Open the document and read it to the end before you sign.')
}

export function asOpened(opened: Opened | null, sentence: string): Opened {
  if (opened === null) throw conflict(sentence)
  return opened
}

/** Asked for before the job is done; the screen hears of it when it is. */
export const stillSealing = () => conflict('The signed copy is being sealed. It will be here in a moment.')

export const notSignedYet = () => conflict('This document has not been signed, so there is no signed copy of it.')
