import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { listProposals as endpoint } from '../../api/proposals.ts'
import { type Actor, isClient } from '../../domain/actor.ts'
import { type ClientFolder, FolderFacts } from '../../domain/client-folder.ts'
import {
  allowedActions,
  type ActionFacts,
  FullProposal,
  Proposal,
  type ProposalStatus,
  type ProposalView,
  ProposalDetails,
} from '../../domain/proposal.ts'
import { notFound } from '../../domain/errors.ts'
import { officeDate } from '../../domain/time.ts'
import { templateChoice } from '../agreement-templates/queries.ts'
import { folderFacts, folderFor, lockInFolder, visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { containing, type Order, pageIn, Place, placeIn, reversed, toPage, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

/** Expiry depends on the day. */
type DatedReader = Reader & { readonly now: Date }

/** The same rule as `statusOn` in the domain; a test checks that both agree. */
export const statusOn = (today: string) =>
  sql`case when p.status = 'sent' and p.valid_until < ${today}::date then 'expired' else p.status end`

const otherVersion = (alias: 'earlier' | 'newer') =>
  alias === 'earlier'
    ? sql`jsonb_build_object('id', earlier.id, 'revision', earlier.revision, 'sentAt', iso(earlier.sent_at))`
    : sql`jsonb_build_object('id', newer.id, 'revision', newer.revision, 'sentAt', iso(newer.sent_at))`

const columnsFor = (actor: Actor, today: string) => sql`
  p.id, p.client_folder_id as "clientFolderId", f.name as "clientFolderName", p.created_by_id as "createdById",
  person_name(creator.first_name, creator.last_name) as "createdByName", p.title, p.description, p.services, p.timeline,
  p.total_cost as "totalCost", p.chosen_option_ids as "chosenOptionIds", ${statusOn(today)} as status, p.valid_until as "validUntil", p.revision,
  (select ${otherVersion('earlier')} from proposals earlier where earlier.id = p.revises_id) as revises,
  (select ${otherVersion('newer')} from proposals newer
    where newer.revises_id = p.id and (newer.sent_at is not null ${isClient(actor) ? sql`` : sql`or newer.status = 'draft'`})
    order by newer.id desc limit 1) as "revisedBy",
  iso(p.sent_at) as "sentAt", iso(p.opened_at) as "openedAt", iso(p.decided_at) as "decidedAt",
  person_name(decider.first_name, decider.last_name) as "decidedByName", p.comment,
  (select c.id from contracts c where c.proposal_id = p.id and c.status not in ('cancelled', 'declined')
    order by c.id desc limit 1) as "contractId",
  (select r.id from onboarding_reports r
    where r.id = p.onboarding_report_id ${isClient(actor) ? sql`and r.status = 'shared'` : sql``}) as "onboardingReportId",
  ${templateChoice('p')}, p.version, iso(p.created_at) as "createdAt", iso(p.updated_at) as "updatedAt"`

const tables = sql`
  proposals p join client_folders f on f.id = p.client_folder_id join users creator on creator.id = p.created_by_id
  left join users decider on decider.id = p.decided_by_id`

/** Proposals belong to folders; a client sees sent ones. */
export const visibleProposals = (actor: Actor): Sql =>
  isClient(actor) ? sql`${visibleFolders(actor, 'money')} and p.sent_at is not null` : visibleFolders(actor, 'money')

export const viewed = <T extends ActionFacts>(proposal: T, actor: Actor, folder: FolderFacts) => ({
  ...proposal,
  allowed: allowedActions(proposal, actor, folder),
})

const byValid: Order = { by: sql`coalesce(p.valid_until, 'infinity')`, type: 'date' }
const byAmount: Order = { by: sql`(-p.total_cost)`, type: 'bigint' }

const orders: Record<string, Order | undefined> = {
  valid: byValid,
  'valid-desc': reversed(byValid),
  amount: byAmount,
  'amount-asc': reversed(byAmount),
}

const ListRow = Proposal.extend({ folder: FolderFacts, place: Place })

export async function listProposals(
  reader: DatedReader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<ProposalView>> {
  const { q, status, clientFolderId } = query
  const order = orders[query.order ?? 'newest']
  const today = officeDate(reader.now)
  const rows = await reader.rows(typed(ListRow)`
    select ${columnsFor(actor, today)}, ${folderFacts} as folder, ${placeIn(order)} from ${tables}
    where ${visibleProposals(actor)}
      ${status ? sql`and ${reads(status, today)}` : sql``}
      ${clientFolderId ? sql`and p.client_folder_id = ${clientFolderId}` : sql``}
      ${q ? sql`and (p.title ilike ${containing(q)} or f.name ilike ${containing(q)})` : sql``}
      ${pageIn(order, sql`p.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map(({ folder, ...proposal }) => viewed(proposal, actor, folder)), next }
}

/** A filter that can use the index on the stored status. */
function reads(status: ProposalStatus, today: string): Sql {
  if (status === 'expired') return sql`p.status = 'sent' and p.valid_until < ${today}`
  if (status === 'sent') return sql`p.status = 'sent' and (p.valid_until is null or p.valid_until >= ${today})`
  return sql`p.status = ${status}`
}

/**
 * A proposal that the actor may see, with its folder; throws 404 otherwise.
 * @param lock keeps the proposal unchanged and its folder active until the transaction ends
 */
export async function proposalFor(
  reader: DatedReader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ proposal: FullProposal; folder: ClientFolder }> {
  if (lock) await lockInFolder(reader, sql`proposals p`, sql`p`, id, visibleProposals(actor))
  const proposal = await reader.maybe(typed(FullProposal)`
    select ${columnsFor(actor, officeDate(reader.now))}, p.terms from ${tables} where p.id = ${id} and ${visibleProposals(actor)}`)
  if (proposal === null) throw notFound()
  return { proposal, folder: await folderFor(reader, actor, proposal.clientFolderId, { part: 'money' }) }
}

/** All versions of a proposal that the actor may see, latest first. */
export const versionsOf = (reader: DatedReader, actor: Actor, id: string): Promise<ProposalDetails['versions']> =>
  reader.rows(typed(ProposalDetails.shape.versions.element)`
    with recursive back as (
      select id, revises_id from proposals where id = ${id}
      union all select earlier.id, earlier.revises_id from proposals earlier join back on earlier.id = back.revises_id
    ), family as (
      select id from back where revises_id is null
      union all select newer.id from proposals newer join family on newer.revises_id = family.id
    )
    select p.id, p.revision, ${statusOn(officeDate(reader.now))} as status, iso(p.sent_at) as "sentAt"
    from family join proposals p on p.id = family.id join client_folders f on f.id = p.client_folder_id
    where ${visibleProposals(actor)} order by p.id desc limit 100`)
