// Writes signers and turns. The caller has locked the contract or document.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { conflict, invalid } from '../../domain/errors.ts'
import {
  assertSignerChoice,
  type Signer,
  type SignerChoice,
  type SignerSide,
  SignerStatus,
} from '../../domain/signer.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { typed } from '../kit/row-types.ts'
import type { SignedNoun } from './queries.ts'
import { possibleSigners } from './signer-queries.ts'

export interface Signed {
  noun: SignedNoun
  id: string
  /** The file name or the contract number. */
  name: string
}

interface ChosenSigner {
  /** Null: the folder's client at the time of signing. */
  userId: string | null
  side: SignerSide
  position: number
}

const clientAlone: ChosenSigner[] = [{ userId: null, side: 'client', position: 1 }]

/** Throws 400 for anyone who can't be chosen, without saying why, and for an order that doesn't work. */
export async function chosenSigners(
  tx: Tx,
  folder: ClientFolder,
  noun: SignedNoun,
  chosen: readonly SignerChoice[] | undefined,
  signed: readonly Signer[] = [],
): Promise<ChosenSigner[]> {
  if (chosen === undefined) return clientAlone
  const possible = new Map((await possibleSigners(tx, folder, noun)).map((each) => [each.userId, each.side]))
  const named = chosen.map(({ userId, position }) => {
    const side = possible.get(userId)
    if (side === undefined)
      throw invalid('signers', 'Choose the client, a contact with permission to sign, or a team member of this folder.')
    return { userId, side, position }
  })
  // Existing signatures come before the newly chosen signers.
  const before = signed.map(({ userId, side }) => ({ userId: userId ?? '', side, position: 0 }))
  assertSignerChoice([...before, ...named])
  if (![...before, ...named].some(({ side }) => side === 'client'))
    throw invalid('signers', 'Choose at least one person on the client’s side.')
  return named.map((each) => ({ ...each, userId: each.userId === folder.clientId ? null : each.userId }))
}

export async function addSigners(
  tx: Tx,
  { noun, id }: Pick<Signed, 'noun' | 'id'>,
  clientFolderId: string,
  chosen: readonly ChosenSigner[],
): Promise<void> {
  for (const { userId, side, position } of chosen)
    await tx.run(sql`
      insert into signers (id, entity_type, entity_id, client_folder_id, side, user_id, position, created_at)
      values (${newId()}, ${noun}, ${id}, ${clientFolderId}, ${side}, ${userId}, ${position}, ${tx.now})`)
}

const StateRow = z.object({ side: z.enum(['client', 'firm']), status: SignerStatus })
const TurnRow = z.object({ userId: z.string().nullable(), side: z.enum(['client', 'firm']) })

/** The result: whose turn begins now, and whether the client's side is done. */
export interface Progress {
  turns: { userId: string | null; side: SignerSide }[]
  isClientDone: boolean
}

/** Starts the turn of the next signers: all pending ones with the lowest number. */
export async function startTurns(tx: Tx, id: string, folder: ClientFolder): Promise<Progress> {
  const turns = await tx.rows(typed(TurnRow)`
    update signers set turn_at = ${tx.now}, reminded_on = null
    where entity_id = ${id} and status = 'pending' and turn_at is null
      and position = (select min(p.position) from signers p where p.entity_id = ${id} and p.status = 'pending')
    returning user_id as "userId", side`)
  const rows = await tx.rows(typed(StateRow)`
    select side, status from signers where entity_id = ${id} and status in ('pending', 'signed')`)
  const ofClient = rows.filter(({ side }) => side === 'client')
  return {
    turns: turns.map(({ userId, side }) => ({ userId: userId ?? folder.clientId, side })),
    isClientDone: ofClient.length > 0 && ofClient.every(({ status }) => status === 'signed'),
  }
}

/** Marks the signer as signed. A second pending entry of the same person (who became the client, for example) is removed. */
export async function markSigned(tx: Tx, id: string, signer: Signer, actor: Actor, signatureId: string): Promise<void> {
  await tx.run(sql`
    update signers s set status = 'removed', ended_at = ${tx.now}
    where s.entity_id = ${id} and s.id <> ${signer.id} and s.status = 'pending' and coalesce(s.user_id,
      (select f.client_id from client_folders f where f.id = s.client_folder_id)) = ${actor.id}`)
  await tx.run(sql`
    update signers set status = 'signed', user_id = ${actor.id}, signature_id = ${signatureId}, ended_at = ${tx.now}
    where id = ${signer.id}`)
}

/**
 * Ends all pending signatures.
 * @param as `canceled` if the signing failed and shows who had not signed; `removed` if it is no longer requested
 */
export async function endSigning(tx: Tx, id: string, as: 'canceled' | 'removed', declinedBy?: Signer): Promise<void> {
  if (declinedBy !== undefined)
    await tx.run(sql`update signers set status = 'declined', ended_at = ${tx.now} where id = ${declinedBy.id}`)
  await tx.run(sql`
    update signers set status = ${as}, ended_at = ${tx.now} where entity_id = ${id} and status = 'pending'`)
}

/** Hides the signers of an earlier request, none of whom has signed. */
export const hideEarlierSigners = (tx: Tx, id: string) =>
  tx.run(sql`
    update signers set status = 'removed', ended_at = coalesce(ended_at, ${tx.now})
    where entity_id = ${id} and status in ('pending', 'canceled', 'declined')`)

const PositionRow = z.object({ last: z.number() })

/**
 * Replaces the signers who haven't signed. Their positions come after those who have signed, so that no signature is out of
 * turn. A signer who is still included keeps their turn if it is still theirs.
 */
export async function replacePending(
  tx: Tx,
  thing: Pick<Signed, 'noun' | 'id'>,
  clientFolderId: string,
  chosen: readonly ChosenSigner[],
): Promise<void> {
  const { id } = thing
  const { last } = await tx.one(typed(PositionRow)`
    select coalesce(max(position), 0) as last from signers where entity_id = ${id} and status = 'signed'`)
  const first = Math.min(...chosen.map(({ position }) => position))
  for (const { userId, side, position } of chosen) {
    const place = position - first + 1 + last
    const known = await tx.run(sql`
      update signers set position = ${place}, turn_at = case when ${position} = ${first} then turn_at end
      where entity_id = ${id} and status = 'pending' and user_id is not distinct from ${userId}`)
    if (known === 0) await addSigners(tx, thing, clientFolderId, [{ userId, side, position: place }])
  }
  const stays = chosen.map(({ userId }) => userId ?? 'client')
  await tx.run(sql`
    update signers set status = 'removed', ended_at = ${tx.now}
    where entity_id = ${id} and status = 'pending' and not (coalesce(user_id::text, 'client') = any(${stays}::text[]))`)
}

/** Transfers the signer's position and turn to someone else. Throws 409 if that person is already a signer. */
export async function delegateTo(
  tx: Tx,
  { noun, id }: Pick<Signed, 'noun' | 'id'>,
  folder: ClientFolder,
  signer: Signer,
  { actor, userId }: { actor: Actor; userId: string },
): Promise<void> {
  const target = userId === folder.clientId ? null : userId
  const already = await tx.maybe(sql`
    select from signers s where s.entity_id = ${id} and s.status in ('pending', 'signed')
      and (s.user_id = ${userId} or s.user_id is null and ${target}::uuid is null)`)
  if (already !== null) throw conflict('This person is already a signer. Choose someone else.')
  await tx.run(sql`update signers set status = 'delegated', ended_at = ${tx.now} where id = ${signer.id}`)
  await tx.run(sql`
    insert into signers (id, entity_type, entity_id, client_folder_id, side, user_id, position, delegated_by_id, created_at)
    values (${newId()}, ${noun}, ${id}, ${folder.id}, 'client', ${target}, ${signer.position}, ${actor.id}, ${tx.now})`)
}
