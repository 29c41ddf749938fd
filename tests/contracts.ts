// Contracts and what they come from, for the tests of every area.
import sql from 'sql-template-tag'
import { newId } from '../server/kit/id.ts'
import { castPassword, type Answer, type Caller, type World } from './world.ts'

/** What an administrator sends for a contract with Acme, without a proposal. */
export const contractInput = (world: World, more: Record<string, unknown> = {}) => ({
  clientFolderId: world.folders.acme.id,
  clientName: 'Ann Keller',
  clientEmail: 'ann@example.com',
  totalValue: 450_000,
  startDate: '2026-12-01',
  ...more,
})

export const proposalLines = [
  {
    serviceRateId: null,
    customName: 'Handbook',
    description: 'Written anew',
    estimatedHours: 12.5,
    hourlyRate: 12_000,
  },
  { serviceRateId: null, customName: 'Training', description: null, estimatedHours: 8, hourlyRate: 15_050 },
].map((line) => ({ ...line, totalCost: Math.round(line.estimatedHours * line.hourlyRate) }))

export const proposalTotal = proposalLines.reduce((sum, { totalCost }) => sum + totalCost, 0)

/** A proposal to Acme's client as the table has it, in whatever state a story needs. */
export async function proposalIn(
  world: World,
  status: 'draft' | 'sent' | 'approved' | 'rejected' | 'withdrawn',
  { clientFolderId = world.folders.acme.id as string, validUntil = '2099-12-31' } = {},
): Promise<string> {
  const id = newId()
  const at = world.db.now
  const sentAt = status === 'draft' ? null : at
  const decidedAt = status === 'approved' || status === 'rejected' ? at : null
  await world.db.run(sql`
    insert into proposals (id, client_folder_id, created_by_id, title, description, services, total_cost, status, valid_until,
      sent_at, decided_at, created_at, updated_at)
    values (${id}, ${clientFolderId}, ${world.people.alice.id}, 'Handbook and training', 'What we would do', ${JSON.stringify(proposalLines)},
      ${proposalTotal}, ${status}, ${validUntil}, ${sentAt}, ${decidedAt}, ${at}, ${at})`)
  return id
}

export const approvedProposal = (world: World) => proposalIn(world, 'approved')

/** Ann opens a contract with Acme and signs it. */
export async function signContract({ ann }: World, id: string): Promise<Answer> {
  await ann.get(`/api/contracts/${id}/pdf`)
  return ann.post(`/api/contracts/${id}/signature`, {
    consent: true,
    kind: 'typed',
    name: 'Ann Keller',
    password: castPassword,
  })
}

/** What an administrator makes of that, as it is answered. */
export const madeContract = async (world: World, more: Record<string, unknown> = {}) =>
  (await world.alice.post('/api/contracts', contractInput(world, more))).body

export const contractPath = ({ id }: { id: string }) => `/api/contracts/${id}`

export const moveContract = (caller: Caller, contract: { id: string }, status: string, reason?: string) =>
  caller.patch(`${contractPath(contract)}/status`, { status, ...(reason === undefined ? {} : { reason }) })

export async function signedContract(world: World) {
  const contract = await madeContract(world)
  const { status, text } = await signContract(world, contract.id)
  if (status !== 201) throw new Error(`The contract could not be signed: ${text}`)
  return contract
}
