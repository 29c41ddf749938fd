// The people who sign a contract or a document, in order: one after another, or at the same time if they have the
// same position. A contract becomes active, and a document signed, when everyone on the client's side has signed.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { conflict, type DomainError, forbidden, invalid } from './errors.ts'
import { Id, Instant, optionalDate } from './text.ts'

/** `firm`: a team member who signs in addition to the firm's signature at sending. */
export const SignerSide = z.enum(['client', 'firm'])
export type SignerSide = z.infer<typeof SignerSide>

/** `delegated` and `removed` signers are no longer shown; `canceled`: the signing ended before they signed. */
export const SignerStatus = z.enum(['pending', 'signed', 'declined', 'delegated', 'removed', 'canceled'])
export type SignerStatus = z.infer<typeof SignerStatus>

export const Signer = z.object({
  id: Id,
  /** Null while the folder has no client. */
  userId: Id.nullable(),
  name: z.string().nullable(),
  side: SignerSide,
  /** From 1; signers with the same number sign at the same time. */
  position: z.int(),
  status: SignerStatus,
  /** Since when it has been their turn; null before that. */
  turnAt: Instant.nullable(),
  /** False for someone who lost the permission to sign, or access. */
  canSign: z.boolean(),
  /** Whether anyone else on the client's side may sign. */
  canDelegate: z.boolean(),
  signedAt: Instant.nullable(),
  /** Who delegated the signature to them. */
  delegatedByName: z.string().nullable(),
})
export type Signer = z.infer<typeof Signer>

/** The PDF has a place for each seal, including the firm's (server/seal/places.ts). */
export const maxClientSigners = 6

const SignerChoice = z.strictObject({
  userId: z.uuid('Choose who signs.'),
  position: z
    .int('Enter the position as a whole number.')
    .min(1, 'The first position is 1.')
    .max(99, 'The last position is 99.'),
})
export type SignerChoice = z.infer<typeof SignerChoice>

/** Without signers, the folder's client alone signs. */
export const signingFields = {
  signers: z
    .array(SignerChoice)
    .min(1, 'Choose who signs.')
    .max(maxClientSigners + 1, `At most ${maxClientSigners} people can sign for the client.`)
    .optional(),
  /** Due date for all signatures. */
  signBy: optionalDate.optional(),
}

/** The signers who haven't signed yet, in their new order, and the due date. */
export const SignersChange = z.strictObject({
  signers: z
    .array(SignerChoice)
    .max(maxClientSigners + 1, `At most ${maxClientSigners} people can sign for the client.`),
  signBy: optionalDate,
})
export type SignersChange = z.infer<typeof SignersChange>

export const DelegationInput = z.strictObject({ userId: z.uuid('Choose who signs instead.') })
export type DelegationInput = z.infer<typeof DelegationInput>

/** Someone who can be chosen to sign. */
export const PossibleSigner = z.object({ userId: Id, name: z.string(), side: SignerSide, isClient: z.boolean() })
export type PossibleSigner = z.infer<typeof PossibleSigner>

/** Throws 400 for a duplicate signer, for no one on the client's side, and for a team member who isn't first or last. */
export function assertSignerChoice(chosen: readonly { userId: string; position: number; side: SignerSide }[]): void {
  if (new Set(chosen.map(({ userId }) => userId)).size < chosen.length)
    throw invalid('signers', 'Choose each person only once.')
  const ofClient = chosen.filter(({ side }) => side === 'client').map(({ position }) => position)
  const ofFirm = chosen.filter(({ side }) => side === 'firm').map(({ position }) => position)
  if (ofClient.length > maxClientSigners)
    throw invalid('signers', `At most ${maxClientSigners} people can sign for the client.`)
  if (ofFirm.length > 1) throw invalid('signers', 'Only one team member can sign.')
  const isBetween = ofFirm.some(
    (place) => ofClient.some((each) => each <= place) && ofClient.some((each) => each >= place),
  )
  if (isBetween) throw invalid('signers', 'A team member must sign first or last.')
}

export const isPending = ({ status }: Pick<Signer, 'status'>): boolean => status === 'pending'

/** Whose turn it is. */
export const turnsOf = <S extends Pick<Signer, 'status' | 'turnAt'>>(signers: readonly S[]): S[] =>
  signers.filter((each) => isPending(each) && each.turnAt !== null)

/** The signature that this person can give now. */
export const turnOf = (signers: readonly Signer[], actor: Actor): Signer | null =>
  turnsOf(signers).find(({ userId, canSign }) => userId === actor.id && canSign) ?? null

export const hasSigned = (signers: readonly Pick<Signer, 'status'>[]): boolean =>
  signers.some(({ status }) => status === 'signed')

/** Whether everyone on the client's side has signed. */
export const isDone = (signers: readonly Pick<Signer, 'side' | 'status'>[]): boolean => {
  const ofClient = signers.filter(({ side }) => side === 'client')
  return ofClient.length > 0 && ofClient.every(({ status }) => status === 'signed')
}

/** "Waiting for Ann Keller and Ben Ortiz", or null if no one's signature is pending. */
export function waitingFor(signers: readonly Pick<Signer, 'status' | 'turnAt' | 'name'>[]): string | null {
  const names = turnsOf(signers).map(({ name }) => name ?? 'the client')
  return names.length === 0 ? null : `Waiting for ${new Intl.ListFormat('en-US').format(names)}`
}

/** The words of one kind of thing that is signed. */
interface SigningWords {
  /** 403 for someone who isn't a signer. */
  notSigner: DomainError
  /** 409 for someone who has signed. */
  signedAlready: string
}

/**
 * The signature that this person gives now. Throws 403 for someone who isn't a signer or lost the right, and 409 for
 * someone who has signed or whose turn has not come.
 */
export function assertTurn(signers: readonly Signer[], actor: Actor, words: SigningWords): Signer {
  const own = signers.filter(({ userId }) => userId === actor.id)
  const pending = own.filter(isPending)
  if (own.length === 0) throw words.notSigner
  if (pending.length === 0) throw conflict(words.signedAlready)
  const turn = pending.find(({ turnAt }) => turnAt !== null)
  if (turn === undefined) throw conflict(`It isn’t your turn to sign yet. ${waitingFor(signers) ?? 'Not sent yet'}.`)
  if (!turn.canSign)
    throw forbidden('You no longer have permission to sign for this client. Ask the client or your consultant.')
  return turn
}

/** The pending signature that this person can delegate. Throws 403 for the team and for anyone without one, 409 after they signed. */
export function assertCanDelegate(signers: readonly Signer[], actor: Actor): Signer {
  const own = signers.filter(({ userId }) => userId === actor.id)
  const pending = own.find(isPending)
  if (!isClient(actor) || own.length === 0)
    throw forbidden('Only a signer on the client’s side can delegate a signature.')
  if (pending === undefined) throw conflict('You’ve already signed, so there’s nothing to delegate.')
  if (!pending.canSign) throw forbidden('You no longer have permission to sign for this client.')
  return pending
}
