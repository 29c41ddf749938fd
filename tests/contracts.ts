// Contracts and their sources, for all tests.
import sql from 'sql-template-tag'
import { newId } from '../server/kit/id.ts'
import { fixturePassword, type Answer, type Caller, type TestApp } from './test-app.ts'

/** An administrator's input for a contract with Acme, without a proposal. */
export const contractInput = (testApp: TestApp, more: Record<string, unknown> = {}) => ({
  clientFolderId: testApp.folders.acme.id,
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

/** Inserts a proposal to Acme's client in any state that a test needs. */
export async function proposalIn(
  testApp: TestApp,
  status: 'draft' | 'sent' | 'approved' | 'rejected' | 'withdrawn',
  { clientFolderId = testApp.folders.acme.id as string, validUntil = '2099-12-31' } = {},
): Promise<string> {
  const id = newId()
  const at = testApp.db.now
  const sentAt = status === 'draft' ? null : at
  const decidedAt = status === 'approved' || status === 'rejected' ? at : null
  await testApp.db.run(sql`
    insert into proposals (id, client_folder_id, created_by_id, title, description, services, total_cost, status, valid_until,
      sent_at, decided_at, created_at, updated_at)
    values (${id}, ${clientFolderId}, ${testApp.people.alice.id}, 'Handbook and training', 'What we would do', ${JSON.stringify(proposalLines)},
      ${proposalTotal}, ${status}, ${validUntil}, ${sentAt}, ${decidedAt}, ${at}, ${at})`)
  return id
}

export const approvedProposal = (testApp: TestApp) => proposalIn(testApp, 'approved')

/** Ann opens a contract with Acme and signs it. */
export async function signContract({ ann }: TestApp, id: string): Promise<Answer> {
  await ann.get(`/api/contracts/${id}/pdf`)
  return ann.post(`/api/contracts/${id}/signature`, {
    consent: true,
    kind: 'typed',
    name: 'Ann Keller',
    password: fixturePassword,
  })
}

/** Creates that contract as an administrator, and returns the reply. */
export const createdContract = async (testApp: TestApp, more: Record<string, unknown> = {}) =>
  (await testApp.alice.post('/api/contracts', contractInput(testApp, more))).body

export const contractPath = ({ id }: { id: string }) => `/api/contracts/${id}`

export const setContractStatus = (caller: Caller, contract: { id: string }, status: string, reason?: string) =>
  caller.patch(`${contractPath(contract)}/status`, { status, ...(reason === undefined ? {} : { reason }) })

export async function signedContract(testApp: TestApp, more: Record<string, unknown> = {}) {
  const contract = await createdContract(testApp, more)
  const { status, text } = await signContract(testApp, contract.id)
  if (status !== 201) throw new Error(`The contract could not be signed: ${text}`)
  return contract
}
