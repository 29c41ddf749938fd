// What people do with proposals and contracts.
import { signature } from './furnish.ts'
import { type Act, ofMoney, type Walk } from './sides.ts'

export const agreementActs = (walk: Walk): Act[] => [
  ...proposalActs(walk),
  ...contractActs(walk),
  ...contractSignatureActs(walk),
]

function proposalActs({ random, oneOf, remember }: Walk): Act[] {
  const offer = (text: string, clientFolderId: string) => ({
    clientFolderId,
    title: `Offer ${text}`,
    description: `All about ${text}`,
    services: [{ customName: `Hours for ${text}`, estimatedHours: 2, hourlyRate: 12_550 }],
    validUntil: '2099-12-31',
  })
  return [
    async (caller, side) => {
      const answer = await caller.post('/api/proposals', offer(ofMoney(side), side.folder))
      remember(side, 'proposals', answer)
      return ['offers', answer]
    },
    async (caller, side) => {
      const url = `/api/proposals/${oneOf(side, 'proposals')}`
      return ['edits an offer', await caller.put(url, offer(ofMoney(side), side.folder))]
    },
    async (caller, side) => {
      const status = random.oneOf(['sent', 'sent', 'approved', 'rejected', 'withdrawn'])
      const url = `/api/proposals/${oneOf(side, 'proposals')}/status`
      return ['answers', await caller.patch(url, { status, comment: null })]
    },
    async (caller, side) => {
      const url = `/api/proposals/${oneOf(side, 'proposals')}/opening`
      return ['opens an offer', await caller.post(url)]
    },
    async (caller, side) => {
      const answer = await caller.post(`/api/proposals/${oneOf(side, 'proposals')}/revision`)
      remember(side, 'proposals', answer)
      return ['revises', answer]
    },
    async (caller, side) => {
      const id = oneOf(side, 'proposals')
      const paths = ['', `?q=${side.word}`, `?clientFolderId=${side.folder}`, `/${id}`, `/${id}`]
      const url = `/api/proposals${random.oneOf(paths)}`
      return [url, await caller.get(url)]
    },
  ]
}

const contractActs = ({ random, oneOf, remember }: Walk): Act[] => [
  async (caller, side) => {
    const who = { clientName: `Client ${side.word}`, clientEmail: `${side.word}@example.com` }
    const services = JSON.stringify([{ name: `Hours for ${ofMoney(side)}`, total: 12_550 }])
    const proposalId = random.oneOf([null, null, random.anyOf(side.created.proposals ?? []) ?? null])
    const body = { clientFolderId: side.folder, ...who, services, proposalId, startDate: '2026-12-01' }
    const answer = await caller.post('/api/contracts', body)
    remember(side, 'contracts', answer)
    return ['contracts', answer]
  },
  async (caller, side) => {
    const url = `/api/proposals/${oneOf(side, 'proposals')}/contract`
    const answer = await caller.post(url, { clientName: `Client ${side.word}` })
    remember(side, 'contracts', answer)
    return ['contracts an offer', answer]
  },
  async (caller, side) => {
    const url = `/api/contracts/${oneOf(side, 'contracts')}/renewal`
    const answer = await caller.post(url, { clientName: `Client ${side.word}` })
    remember(side, 'contracts', answer)
    return ['renews', answer]
  },
  async (caller, side) => {
    const url = `/api/contracts/${oneOf(side, 'contracts')}/amendment`
    const answer = await caller.post(url, { clientName: `Client ${side.word}`, totalValue: 50_000 })
    remember(side, 'contracts', answer)
    return ['amends', answer]
  },
  async (caller, side) => {
    const url = `/api/contracts/${oneOf(side, 'contracts')}/installments`
    const installments = [
      { amount: 1, dueDate: '2099-01-15' },
      { amount: 1, dueDate: '2099-02-15' },
    ]
    return ['bills in parts', await caller.post(url, { installments })]
  },
  async (caller, side) => {
    const url = `/api/contracts/${oneOf(side, 'contracts')}`
    return ['rewrites', await caller.put(url, { terms: `Terms for ${ofMoney(side)}` })]
  },
  async (caller, side) => {
    const url = `/api/contracts/${oneOf(side, 'contracts')}/status`
    const status = random.oneOf(['cancelled', 'declined', 'completed', 'terminated'])
    return ['ends', await caller.patch(url, { status, reason: `As ${ofMoney(side)} wants` })]
  },
  async (caller, side) => {
    const url = `/api/contracts/${oneOf(side, 'contracts')}${random.oneOf(['', '', '/pdf'])}`
    return [url, await caller.get(url)]
  },
  async (caller, side) => {
    const url = `/api/contracts${random.oneOf(['', `?q=${side.word}`, `?clientFolderId=${side.folder}`])}`
    return [url, await caller.get(url)]
  },
]

const contractSignatureActs = ({ testApp, random, oneOf, otherOf }: Walk): Act[] => [
  async (caller, side) => [
    'signs',
    await caller.post(`/api/contracts/${oneOf(side, 'contracts')}/signature`, signature(side)),
  ],
  async (caller, side) => {
    const url = `/api/contracts/${oneOf(side, 'contracts')}/refusal`
    return ['declines', await caller.post(url, { reason: `As ${ofMoney(side)} wants` })]
  },
  // Someone of the other side can't be chosen to sign.
  async (caller, side) => {
    const { client } = random.oneOf([side, side, otherOf(side)])
    const body = { signers: [{ userId: testApp.people[client].id, position: 1 }], signBy: null }
    return ['chooses who signs', await caller.put(`/api/contracts/${oneOf(side, 'contracts')}/signers`, body)]
  },
  async (caller, side) => {
    const body = { userId: testApp.people[otherOf(side).client].id }
    return ['delegates', await caller.post(`/api/contracts/${oneOf(side, 'contracts')}/delegation`, body)]
  },
]
