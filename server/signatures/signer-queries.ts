// The signers of a contract or document as its view shows them, and the people who could be chosen.
import sql, { type Sql } from 'sql-template-tag'
import { type Actor, isAdministrator, isClient } from '../../domain/actor.ts'
import { type ClientFolder, isClientOf } from '../../domain/client-folder.ts'
import { forbidden } from '../../domain/errors.ts'
import { PossibleSigner } from '../../domain/signer.ts'
import { folderStaff, seesPart } from '../client-folders/folder-staff.ts'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import type { SignedNoun } from './queries.ts'

/** The permission that lets a contact see what is signed; it is the part of the folder, too. */
export const rightFor = { contracts: 'money', documents: 'documents' } as const

/** SQL condition: contact `contact` has the right to sign what signer `s` is to sign. */
const mayContactSign = sql`
  contact.sign and case s.entity_type when 'contracts' then contact.money else contact.documents end`

/** SQL condition: signer `s`, who has the account `who`, still has the right to sign in folder `f`. */
export const maySign = sql`
  who.is_active is true and (s.side = 'firm' or who.id = f.client_id or exists (
    select from folder_contacts contact
    where contact.client_folder_id = f.id and contact.user_id = who.id and ${mayContactSign}))`

/** SQL: the contract or document that awaits the pending signer `s`; no row if nothing does anymore. */
export const awaitedItem = sql`
  select c.contract_number as name, c.sign_by, c.created_by_id as creator_id from contracts c
  where c.id = s.entity_id and c.status in ('draft', 'active')
  union all
  select d.original_name, d.sign_by, d.uploaded_by_id from documents d
  where d.id = s.entity_id and d.requires_signature and d.declined_at is null and d.withdrawn_at is null
    and d.scan not in ('waiting', 'infected')`

/** SQL expression: the signers of a thing in folder `f`, in their order; without delegated and removed ones. */
export const signersOf = (entityId: Sql): Sql => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'userId', who.id,
      'name', coalesce(person_name(who.first_name, who.last_name), who.email), 'side', s.side, 'position', s.position,
      'status', s.status, 'turnAt', iso(s.turn_at), 'signedAt', case when s.status = 'signed' then iso(s.ended_at) end,
      'canSign', ${maySign},
      'canDelegate', s.side = 'client' and (who.id is distinct from f.client_id or exists (
        select from folder_contacts contact where contact.client_folder_id = f.id and ${mayContactSign})),
      'delegatedByName', (select coalesce(person_name(d.first_name, d.last_name), d.email) from users d where d.id = s.delegated_by_id))
      order by s.position, s.created_at, s.id), '[]')
  from signers s left join users who on who.id = coalesce(s.user_id, f.client_id)
  where s.entity_id = ${entityId} and s.status not in ('delegated', 'removed'))`

/**
 * SQL condition: it is this person's turn to sign a thing of folder `f`, and they have the right.
 * @param contact SQL condition that they may sign as a contact of the folder
 */
export const isTurnOf = (userId: string, entityId: Sql, contact: Sql): Sql => sql`exists (
  select from signers s where s.entity_id = ${entityId} and s.status = 'pending' and s.turn_at is not null
    and (f.client_id = ${userId} and coalesce(s.user_id, f.client_id) = ${userId} or s.user_id = ${userId} and ${contact}))`

/** Everyone who could sign: the folder's client, its contacts with the right, and the team members who see it. */
export async function possibleSigners(
  reader: Reader,
  folder: ClientFolder,
  noun: SignedNoun,
): Promise<PossibleSigner[]> {
  const ofClient = folder.contacts
    .filter((contact) => contact.sign && contact[rightFor[noun]])
    .map(({ userId, name, email }) => ({ userId, name: name ?? email, side: 'client' as const, isClient: false }))
  const own =
    folder.clientId === null
      ? []
      : [
          {
            userId: folder.clientId,
            name: folder.clientName ?? folder.clientEmail ?? '',
            side: 'client' as const,
            isClient: true,
          },
        ]
  const ofFirm = await reader.rows(typed(PossibleSigner)`
    select u.id as "userId", coalesce(person_name(u.first_name, u.last_name), u.email) as name, 'firm' as side, false as "isClient"
    from users u where u.is_active and (u.role in ('admin', 'master-admin') or u.role = 'staff' and ${seesPart(sql`u.staff_access`, sql`${rightFor[noun]}`)} and u.id in (
      select s.user_id from ${folderStaff(reader.now)} s where s.client_folder_id = ${folder.id}))
    order by lower(coalesce(person_name(u.first_name, u.last_name), u.email)), u.id limit 200`)
  return [...own, ...ofClient, ...ofFirm]
}

/**
 * The people whom this person may choose: for the team, everyone; for someone who can sign for the client, only that side.
 * Throws 403 for other contacts, who don't see the contacts of a folder.
 */
export async function choosableSigners(
  reader: Reader,
  actor: Actor,
  folder: ClientFolder,
  noun: SignedNoun,
): Promise<PossibleSigner[]> {
  const found = await possibleSigners(reader, folder, noun)
  if (!isClient(actor)) return isAdministrator(actor) || noun === 'documents' ? found : []
  if (!isClientOf(folder, actor) && !found.some(({ userId }) => userId === actor.id))
    throw forbidden('Only someone with permission to sign for the client can delegate a signature.')
  return found.filter(({ side, userId }) => side === 'client' && userId !== actor.id)
}
