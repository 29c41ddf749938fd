import sql from 'sql-template-tag'
import { z } from 'zod'
import type { listContracts as endpoint } from '../../api/contracts.ts'
import type { Actor } from '../../domain/actor.ts'
import { type ClientFolder, FolderFacts } from '../../domain/client-folder.ts'
import { Contract, ContractHistory, ContractSummary } from '../../domain/contract.ts'
import { type ActionFacts, allowedActions } from '../../domain/contract-actions.ts'
import { notFound } from '../../domain/errors.ts'
import { templateChoice } from '../agreement-templates/queries.ts'
import { folderFacts, folderFor, isInVisibleFolder, lockInFolder, visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { containing, type Order, pageIn, Place, placeIn, reversed, toPage, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { contractOpenedAt } from '../signatures/deliveries.ts'
import { firmSignatureSummary } from './firm-signature.ts'
import { signatureSummary } from '../signatures/queries.ts'
import { signersOf } from '../signatures/signer-queries.ts'

/** Columns that a list shows of a contract. */
const summary = sql`
  c.id, c.client_folder_id as "clientFolderId", f.name as "clientFolderName", c.proposal_id as "proposalId",
  (select jsonb_build_object('id', earlier.id, 'contractNumber', earlier.contract_number, 'relation', c.relation)
    from contracts earlier where earlier.id = c.previous_id) as previous,
  (select jsonb_build_object('id', renewal.id, 'contractNumber', renewal.contract_number) from contracts renewal
    where renewal.previous_id = c.id and renewal.relation = 'renewal'
      and renewal.status not in ('cancelled', 'declined', 'terminated')) as "renewedBy",
  c.created_by_id as "createdById", c.contract_number as "contractNumber", c.client_name as "clientName",
  c.client_email as "clientEmail", c.client_phone as "clientPhone", c.client_company as "clientCompany",
  c.total_value as "totalValue", c.start_date as "startDate", c.end_date as "endDate", c.status,
  ${signersOf(sql`c.id`)} as signers, c.sign_by as "signBy", iso(c.signed_at) as "signedAt", c.version, iso(c.created_at) as "createdAt", iso(c.updated_at) as "updatedAt"`

/** What a list says a contract is about. */
const serviceNames = sql`(
  select coalesce(jsonb_agg(line.service->>'customName' order by line.place), '[]')
  from jsonb_array_elements(c.services) with ordinality line(service, place) where line.place <= 3)`

/** @param actorId the reader whose `openedAt` is shown */
const columnsFor = (
  actorId: string | null,
) => sql`${summary}, person_name(creator.first_name, creator.last_name) as "createdByName",
  c.client_address as "clientAddress", c.services, c.terms, ${templateChoice('c')}, c.reason, c.text_version as "textVersion",
  iso(${contractOpenedAt(actorId)}) as "openedAt",
  ${signatureSummary('contracts', sql`c.id`, sql`c.signed_at is not null`)} as signature, ${firmSignatureSummary} as "firmSignature"`

const tables = sql`contracts c join client_folders f on f.id = c.client_folder_id`

export const viewed = <T extends ActionFacts>(contract: T, actor: Actor, folder: FolderFacts) => ({
  ...contract,
  allowed: allowedActions(contract, actor, folder),
})

const byEnds: Order = { by: sql`coalesce(c.end_date, 'infinity')`, type: 'date' }
const byAmount: Order = { by: sql`(-c.total_value)`, type: 'bigint' }

const orders: Record<string, Order | undefined> = {
  ends: byEnds,
  'ends-desc': reversed(byEnds),
  amount: byAmount,
  'amount-asc': reversed(byAmount),
}

const ListRow = ContractSummary.omit({ allowed: true }).extend({ folder: FolderFacts, place: Place })

export async function listContracts(
  db: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<ContractSummary>> {
  const { q, status, clientFolderId } = query
  const order = orders[query.order ?? 'newest']
  const rows = await db.rows(typed(ListRow)`
    select ${summary}, ${serviceNames} as "serviceNames", ${folderFacts} as folder, ${placeIn(order)} from ${tables}
    where ${visibleFolders(actor, 'money')}
      ${status ? sql`and c.status = ${status}` : sql``}
      ${clientFolderId ? sql`and c.client_folder_id = ${clientFolderId}` : sql``}
      ${
        q
          ? sql`and (c.contract_number || ' ' || c.client_name || ' ' || coalesce(c.client_company, '')) ilike ${containing(q)}
        and ${isInVisibleFolder(actor, sql`c.client_folder_id`, 'money')}`
          : sql``
      }
      ${pageIn(order, sql`c.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map(({ folder, ...contract }) => viewed(contract, actor, folder)), next }
}

/**
 * A contract that the actor may see, with its folder; throws 404 otherwise.
 * @param lock keeps the contract unchanged and its folder active until the transaction ends
 */
export async function contractFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ contract: Contract; folder: ClientFolder }> {
  if (lock) await lockInFolder(reader, sql`contracts c`, sql`c`, id, visibleFolders(actor, 'money'))
  const contract = await reader.maybe(typed(Contract)`
    select ${columnsFor(actor.id)} from ${tables} join users creator on creator.id = c.created_by_id
    where c.id = ${id} and ${visibleFolders(actor, 'money')}`)
  if (contract === null) throw notFound()
  return { contract, folder: await folderFor(reader, actor, contract.clientFolderId, { part: 'money' }) }
}

/** A contract without an access check, for the portal's own work. */
export const unsafeContract = (reader: Reader, id: string): Promise<Contract | null> =>
  reader.maybe(
    typed(
      Contract,
    )`select ${columnsFor(null)} from ${tables} join users creator on creator.id = c.created_by_id where c.id = ${id}`,
  )

const NumberRow = z.object({ number: z.string() })

/** The number of the contract created from a proposal, if it is still in effect. */
export const contractMadeFrom = async (reader: Reader, proposalId: string): Promise<string | null> =>
  (
    await reader.maybe(typed(NumberRow)`
      select contract_number as number from contracts
      where proposal_id = ${proposalId} and status not in ('cancelled', 'declined') order by id desc limit 1`)
  )?.number ?? null

/** The contract's history from the audit log, oldest first; the client's openings appear once for each text version. */
export const historyOf = (reader: Reader, id: string): Promise<z.infer<typeof ContractHistory>> =>
  reader.rows(typed(ContractHistory.element)`
    select at, action, "actorName" from (
      select e.id, iso(e.at) as at, e.action, person_name(who.first_name, who.last_name) as "actorName", who.role,
        row_number() over (partition by e.action, e.actor_id, e.details->>'sha256' order by e.id) as nth
      from audit_entries e left join users who on who.id = e.actor_id
      where e.entity_id = ${id} and e.entity_type = 'contracts'
    ) entry
    where action <> 'contract.delivered' and (action <> 'contract.opened' or (role = 'client' and nth = 1))
    order by id limit 200`)
