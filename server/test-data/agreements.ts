// Sample agreements of the demonstration's client, for trying each next step: a proposal to answer, a contract to sign,
// an invoice to pay, and the rate cards of their prices. They are identified by title, so that a repetition finds the
// existing ones; only the contract is created again once the last one was signed, declined, or cancelled.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { lineTotal } from '../../domain/money.ts'
import type { ServiceLineInput } from '../../domain/service-line.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { createContract } from '../contracts/actions.ts'
import { contractMadeFrom } from '../contracts/queries.ts'
import { createInvoice, changeInvoiceStatus } from '../invoices/actions.ts'
import type { Provider } from '../config.ts'
import type { Tx } from '../kit/db.ts'
import { changeProposalStatus, createProposal } from '../proposals/actions.ts'
import { proposalFor } from '../proposals/queries.ts'
import { createServiceRate } from '../service-rates/actions.ts'
import { cards, invoiceLine, proposalText, timeline, validDays } from './samples.ts'
import { typed, IdRow } from '../kit/row-types.ts'

export interface AgreementCounts {
  serviceRates: number
  proposals: number
  contracts: number
  invoices: number
}

/** What was added. Nothing is added without a demonstration client, or if all of their folders are archived. */
export async function addAgreements(tx: Tx, actor: Actor, provider: Provider): Promise<AgreementCounts> {
  const serviceRates = await addRateCards(tx, actor)
  const folder = await folderToTryIn(tx)
  if (folder === null) return { serviceRates, proposals: 0, contracts: 0, invoices: 0 }
  const lines = await pricedLines(tx)
  const [found, awaiting, invoice] = await Promise.all([
    existing(tx, folder.clientId, sql`select x.id from proposals x`, sql`x.title = ${proposalText.title}`),
    existing(
      tx,
      folder.clientId,
      sql`select x.id from contracts x`,
      sql`x.status = 'draft' and f.status <> 'archived'`,
    ),
    existing(tx, folder.clientId, sql`select x.id from invoices x`, sql`x.description = ${invoiceLine.description}`),
  ])
  const proposalId = found ?? (await sendProposal(tx, actor, folder.id, lines))
  const contractId = awaiting ?? (await draftContract(tx, actor, folder, proposalId, lines))
  if (invoice === null) await sendInvoice(tx, actor, folder.id, contractId, provider)
  const added = (before: string | null) => (before === null ? 1 : 0)
  return { serviceRates, proposals: added(found), contracts: added(awaiting), invoices: added(invoice) }
}

async function addRateCards(tx: Tx, actor: Actor): Promise<number> {
  if ((await tx.maybe(sql`select id from service_rates limit 1`)) !== null) return 0
  for (const { hours: _, ...card } of cards) await createServiceRate(tx, actor, card)
  return cards.length
}

const Folder = z.object({ id: z.string(), clientId: z.string(), name: z.string(), email: z.string() })
type Folder = z.infer<typeof Folder>

/** The folder from the test data, or else the client's latest active one. */
const folderToTryIn = (tx: Tx): Promise<Folder | null> =>
  tx.maybe(typed(Folder)`
    select f.id, client.id as "clientId", person_name(client.first_name, client.last_name) as name, client.email
    from client_folders f join users client on client.id = f.client_id
    where client.username = 'client' and client.is_demonstration and client.is_active and f.status <> 'archived'
    order by f.is_test_data desc, f.id desc limit 1 for share of f`)

const existing = async (tx: Tx, clientId: string, from: ReturnType<typeof sql>, where: ReturnType<typeof sql>) =>
  (
    await tx.maybe(typed(IdRow)`
      ${from} join client_folders f on f.id = x.client_folder_id where f.client_id = ${clientId} and ${where} limit 1`)
  )?.id ?? null

const RateNameRow = z.object({ id: z.string(), name: z.string() })

/** The proposal's hours at the sample prices, on active rate cards with the sample names. */
async function pricedLines(tx: Tx): Promise<ServiceLineInput[]> {
  const rates = await tx.rows(typed(RateNameRow)`
    select id, service_name as name from service_rates where is_active order by id`)
  return cards.map(({ serviceName, description, hours, hourlyRate }) => ({
    serviceRateId: rates.find(({ name }) => name === serviceName)?.id ?? null,
    customName: serviceName,
    description,
    estimatedHours: hours,
    hourlyRate,
    totalCost: lineTotal(hours, hourlyRate),
  }))
}

async function sendProposal(tx: Tx, actor: Actor, clientFolderId: string, services: ServiceLineInput[]) {
  const validUntil = daysAfter(officeDate(tx.now), validDays)
  const proposal = await createProposal(tx, actor, {
    ...proposalText,
    clientFolderId,
    services,
    timeline,
    totalCost: null,
    validUntil,
  })
  await changeProposalStatus(tx, actor, proposal.id, { status: 'sent', comment: null }, null)
  return proposal.id
}

/** From the proposal while it is valid and has no contract yet; otherwise with the same services and no proposal. */
async function draftContract(
  tx: Tx,
  actor: Actor,
  { id: clientFolderId, name, email }: Folder,
  proposalId: string,
  services: ServiceLineInput[],
) {
  const { proposal } = await proposalFor(tx, actor, proposalId)
  const isValid = proposal.status === 'sent' || proposal.status === 'approved'
  const isFree =
    isValid && proposal.clientFolderId === clientFolderId && (await contractMadeFrom(tx, proposalId)) === null
  const contract = await createContract(
    tx,
    actor,
    {
      clientFolderId,
      proposalId: isFree ? proposalId : null,
      clientName: name,
      clientEmail: email,
      startDate: officeDate(tx.now),
      totalValue: null,
      services: isFree ? undefined : services,
    },
    null,
  )
  return contract.id
}

async function sendInvoice(tx: Tx, actor: Actor, clientFolderId: string, contractId: string, provider: Provider) {
  const contract = await tx.maybe(typed(IdRow)`
    select id from contracts where id = ${contractId} and client_folder_id = ${clientFolderId}`)
  const invoice = await createInvoice(tx, actor, {
    clientFolderId,
    contractId: contract?.id ?? null,
    invoiceNumber: null,
    description: invoiceLine.description,
    lineItems: [{ ...invoiceLine, quantity: 1, total: null }],
    subtotal: null,
    tax: null,
    total: null,
    dueDate: daysAfter(officeDate(tx.now), 30),
  })
  await changeInvoiceStatus(tx, actor, invoice.id, { status: 'sent', reason: null }, null, provider)
}
