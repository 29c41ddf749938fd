import sql, { raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import {
  AgreementChain,
  type AgreementChainQuery,
  maxFollowingInChain,
  maxInvoicesInChain,
  RelatedContract,
} from '../../domain/agreement-chain.ts'
import { FolderFacts } from '../../domain/client-folder.ts'
import { needsSignature } from '../../domain/contract-actions.ts'
import { invalid, notFound } from '../../domain/errors.ts'
import { needsResponse } from '../../domain/proposal.ts'
import { Signer } from '../../domain/signer.ts'
import { officeDate } from '../../domain/time.ts'
import { folderFacts, visibleFolders } from '../client-folders/queries.ts'
import { type DatedReader, statusOn as invoiceStatusOn, visibleInvoices } from '../invoices/queries.ts'
import { typed } from '../kit/row-types.ts'
import { statusOn as proposalStatusOn, visibleProposals } from '../proposals/queries.ts'
import { signersOf } from '../signatures/signer-queries.ts'

type Query = z.output<z.ZodObject<typeof AgreementChainQuery>>

const Ids = z.object({
  proposalId: z.string().nullable(),
  contractId: z.string().nullable(),
  invoiceId: z.string().nullable(),
})

/** What determines whether a contract awaits the reader's signature. */
const signing = { signers: z.array(Signer), folder: FolderFacts }
const RelatedRow = RelatedContract.omit({ needsSignature: true }).extend(signing)
const ContractRow = RelatedRow.omit({ relation: true })
const ProposalRow = AgreementChain.shape.proposal.unwrap().omit({ needsResponse: true }).extend({ folder: FolderFacts })

const ChainRow = AgreementChain.omit({ remaining: true }).extend({
  proposal: ProposalRow.nullable(),
  contract: ContractRow.nullable(),
  previous: RelatedRow.nullable(),
  following: z.array(RelatedRow),
})

/** What belongs to a proposal, a contract, or an invoice; throws 404 if the actor may not see it. */
export async function agreementChain(reader: DatedReader, actor: Actor, query: Query): Promise<AgreementChain> {
  const { proposalId, contractId, invoiceId } = await idsOf(reader, actor, query)
  const today = officeDate(reader.now)
  // Without a contract, an invoice is the only one.
  const its = contractId === null ? sql`i.id = ${invoiceId}` : sql`i.contract_id = ${contractId}`
  const counted = sql`i.status in ('sent', 'overdue', 'paid')`
  const chain = await reader.one(typed(ChainRow)`
    with i as (
      select i.id, i.invoice_number, ${invoiceStatusOn(today)} as status, i.subtotal, i.total, i.amount_paid, i.due_date
      from invoices i join client_folders f on f.id = i.client_folder_id where ${its} and ${visibleInvoices(actor)}
    )
    select
      (select jsonb_build_object('id', p.id, 'title', p.title, 'status', ${proposalStatusOn(today)}, 'amount', p.total_cost,
          'folder', ${folderFacts})
        from proposals p join client_folders f on f.id = p.client_folder_id
        where p.id = ${proposalId} and ${visibleProposals(actor)}) as proposal,
      (select jsonb_build_object('id', c.id, 'number', c.contract_number, 'status', c.status, 'amount', c.total_value,
          'signers', ${signersOf(sql`c.id`)}, 'folder', ${folderFacts})
        from contracts c join client_folders f on f.id = c.client_folder_id
        where c.id = ${contractId} and ${visibleFolders(actor, 'money')}) as contract,
      (select ${related(sql`earlier`, sql`c.relation`)}
        from contracts c join client_folders f on f.id = c.client_folder_id join contracts earlier on earlier.id = c.previous_id
        where c.id = ${contractId} and ${visibleFolders(actor, 'money')}) as previous,
      (select coalesce(jsonb_agg(${related(sql`later`, sql`later.relation`)} order by later.id), '[]')
        from (select c.* from contracts c join client_folders f on f.id = c.client_folder_id
          where c.previous_id = ${contractId} and c.status not in ('cancelled', 'declined') and ${visibleFolders(actor, 'money')}
          order by c.id desc limit ${raw(String(maxFollowingInChain))}) later
        join client_folders f on f.id = later.client_folder_id) as following,
      (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'number', i.invoice_number, 'status', i.status,
          'amount', i.total, 'dueDate', i.due_date) order by i.id), '[]')
        from (select * from i order by i.id limit ${raw(String(maxInvoicesInChain))}) i) as invoices,
      (select count(*)::int from i) as "invoiceCount",
      (select coalesce(sum(i.total), 0)::bigint from i where ${counted}) as invoiced,
      (select coalesce(sum(i.subtotal), 0)::bigint from i where i.status <> 'void') as billed,
      (select coalesce(sum(i.amount_paid), 0)::bigint from i where ${counted}) as paid,
      (select coalesce(sum(i.total - i.amount_paid), 0)::bigint from i where i.status in ('sent', 'overdue')) as outstanding`)
  const { proposal, contract, previous, following } = chain
  return {
    ...chain,
    proposal: proposal && viewedProposal(proposal, actor),
    contract: contract && viewedContract(contract, actor),
    previous: previous && viewedContract(previous, actor),
    following: following.map((each) => viewedContract(each, actor)),
    remaining: contract === null ? null : contract.amount - chain.billed,
  }
}

const viewedProposal = ({ folder, ...proposal }: z.infer<typeof ProposalRow>, actor: Actor) => ({
  ...proposal,
  needsResponse: needsResponse(proposal, actor, folder),
})

const viewedContract = <C extends z.infer<typeof ContractRow>>(row: C, actor: Actor) => {
  const { signers, folder, ...contract } = row
  return { ...contract, needsSignature: needsSignature({ status: row.status, signers }, actor, folder) }
}

const related = (contract: Sql, relation: Sql): Sql => sql`jsonb_build_object('id', ${contract}.id,
  'number', ${contract}.contract_number, 'status', ${contract}.status, 'amount', ${contract}.total_value, 'relation', ${relation},
  'signers', ${signersOf(sql`${contract}.id`)}, 'folder', ${folderFacts})`

async function idsOf(reader: DatedReader, actor: Actor, { proposalId, contractId, invoiceId }: Query) {
  if ([proposalId, contractId, invoiceId].filter((id) => id !== undefined).length !== 1)
    throw invalid('', 'Name one proposal, contract, or invoice.')
  const from =
    proposalId !== undefined
      ? sql`
        select p.id as "proposalId", null::uuid as "invoiceId", (select c.id from contracts c where c.proposal_id = p.id
          order by c.status in ('cancelled', 'declined'), c.id desc limit 1) as "contractId"
        from proposals p join client_folders f on f.id = p.client_folder_id where p.id = ${proposalId} and ${visibleProposals(actor)}`
      : contractId !== undefined
        ? sql`
          select c.proposal_id as "proposalId", null::uuid as "invoiceId", c.id as "contractId"
          from contracts c join client_folders f on f.id = c.client_folder_id where c.id = ${contractId} and ${visibleFolders(actor, 'money')}`
        : sql`
          select c.proposal_id as "proposalId", i.id as "invoiceId", c.id as "contractId"
          from invoices i join client_folders f on f.id = i.client_folder_id left join contracts c on c.id = i.contract_id
          where i.id = ${invoiceId} and ${visibleInvoices(actor)}`
  const found = await reader.maybe(typed(Ids)`select x."proposalId", x."contractId", x."invoiceId" from (${from}) x`)
  if (found === null) throw notFound()
  return found
}
