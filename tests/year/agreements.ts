// Proposals and contracts of the year: from templates, with optional services, signed by two or three people in order.
import { expect } from 'vitest'
import { daysAfter } from '../../domain/time.ts'
import { proposalTemplateInput, templateInput, templatesPath } from '../agreement-templates.ts'
import { sign, typedSignature } from '../several-signers.ts'
import { fixturePassword } from '../test-app.ts'
import { lineCents, sum } from './arithmetic.ts'
import type { Billing } from './billing.ts'
import { type Client, created, type Firm, refused, succeeded } from './firm.ts'
import type { Offer } from './ledger.ts'

interface Template {
  id: string
  version: number
}

interface OfferedLine {
  hundredths: number
  rate: number
  isOptional: boolean
}

const ends = ['rejected', 'withdrawn', 'expired'] as const
type End = 'approved' | (typeof ends)[number]

export interface SignedContract {
  id: string
  client: Client
  /** Without the firm. */
  signers: number
  /** Seals of the firm and of each signer. */
  seals: number
  /** The template and the version that it was created from. */
  template: Template
}

export class Agreements {
  private readonly firm: Firm
  private readonly billing: Billing
  readonly signed: SignedContract[] = []
  private templates: { project: Template; retained: Template; offer: Template } | null = null

  constructor(firm: Firm, billing: Billing) {
    this.firm = firm
    this.billing = billing
  }

  /** Three templates, one of which gets a second version. */
  async publishTemplates(): Promise<void> {
    const admin = await this.firm.admin()
    const publish = async (input: object): Promise<Template> => {
      const { id } = created(await admin.post(templatesPath, input))
      created(await admin.post(`${templatesPath}/${id}/versions`))
      return { id, version: 1 }
    }
    this.templates = {
      project: await publish(templateInput({ name: 'Project' })),
      retained: await publish(templateInput({ name: 'Retained services' })),
      offer: await publish(proposalTemplateInput()),
    }
  }

  /** From this day on, new contracts use the second version. */
  async reviseTemplate(): Promise<void> {
    const admin = await this.firm.admin()
    const { project } = this.known
    const clauses = [{ title: 'Services', text: 'The provider performs {{services}} for {{total value}}.' }]
    succeeded(await admin.put(`${templatesPath}/${project.id}`, templateInput({ name: 'Project', clauses })))
    created(await admin.post(`${templatesPath}/${project.id}/versions`))
    project.version = 2
  }

  private get known() {
    if (this.templates === null) throw new Error('Templates are published first')
    return this.templates
  }

  /** As many proposals as there are; of these, as many are approved as there are contracts. */
  plan(): void {
    const { counts } = this.firm
    const approved = (index: number) =>
      Math.floor(((index + 1) * counts.contracts) / counts.proposals) >
      Math.floor((index * counts.contracts) / counts.proposals)
    let others = 0
    this.firm.spread(counts.proposals, '2031-01-13', '2031-10-20', async (index) =>
      this.propose(index, approved(index) ? 'approved' : (ends[others++ % ends.length] as End)),
    )
  }

  private async propose(index: number, end: End): Promise<void> {
    const { firm } = this
    const client = firm.clients[index % firm.clients.length] as Client
    const lines = Array.from({ length: firm.random.between(2, 4) }, (_, at): OfferedLine => ({
      hundredths: 25 * firm.random.between(4, 160),
      rate: firm.random.between(7000, 19_999),
      isOptional: at > 0 && firm.random.below(3) === 0,
    }))
    const staff = await firm.staffOf(client)
    const body = created(
      await staff.post('/api/proposals', {
        clientFolderId: client.id,
        title: `Project ${index + 1}`,
        description: 'What we would do.',
        services: lines.map(({ hundredths, rate, isOptional }, at) => ({
          customName: `Service ${at + 1}`,
          estimatedHours: hundredths / 100,
          hourlyRate: rate,
          isOptional,
        })),
        validUntil: daysAfter(firm.today, end === 'expired' ? 10 : 45),
        template: { ...this.known.offer, clauses: index % 2 === 0 ? [1] : [] },
      }),
    )
    const total = sum(lines.filter(({ isOptional }) => !isOptional).map(lineCents))
    expect(body.totalCost).toBe(total)
    const path = `/api/proposals/${body.id}`
    succeeded(await staff.patch(`${path}/status`, { status: 'sent' }))
    const offer: Offer = { sentOn: firm.today, total, wonOn: null, lostOn: null, isWithdrawn: false }
    firm.ledger.offers.push(offer)
    firm.on(daysAfter(firm.today, firm.random.between(3, 9)), () => this.decide(path, client, offer, lines, end))
  }

  private async decide(path: string, client: Client, offer: Offer, lines: OfferedLine[], end: End) {
    const { firm } = this
    const who = await firm.clientOf(client)
    const { services, validUntil } = succeeded(await who.get(path))
    if (end === 'expired') {
      offer.lostOn = daysAfter(validUntil, 1)
      return firm.on(offer.lostOn, async () => {
        refused(await (await firm.clientOf(client)).patch(`${path}/status`, { status: 'approved' }), 409)
      })
    }
    if (end === 'withdrawn') {
      succeeded(await (await firm.staffOf(client)).patch(`${path}/status`, { status: 'withdrawn' }))
      offer.isWithdrawn = true
      return
    }
    if (end === 'rejected') {
      succeeded(await who.patch(`${path}/status`, { status: 'rejected', comment: 'Not this year.' }))
      offer.lostOn = firm.today
      return
    }
    const chosen = lines.map(({ isOptional }) => isOptional && firm.random.below(2) === 0)
    const chosenOptionIds = chosen.flatMap((isChosen, at) => (isChosen ? services[at].optionId : []))
    const { totalCost } = succeeded(await who.patch(`${path}/status`, { status: 'approved', chosenOptionIds }))
    offer.total = sum(lines.filter(({ isOptional }, at) => !isOptional || chosen[at]).map(lineCents))
    offer.wonOn = firm.today
    expect(totalCost).toBe(offer.total)
    firm.on(daysAfter(firm.today, 2), () => this.contract(path, client, offer.total))
  }

  /** The firm signs when it sends the contract; then two or three people sign, in order. */
  private async contract(proposal: string, client: Client, total: number): Promise<void> {
    const { firm } = this
    const index = firm.ledger.contracts.size
    const people = [...client.contacts, client.userId]
    const ofClient = people.map((userId, at) => ({ userId, position: at + 1, role: 'client' as const }))
    // Where the client side has two, a team member signs last in every other contract.
    const withStaff = people.length === 2 && index % 2 === 1
    const staff = { userId: firm.app.people[client.staff].id, position: 9, role: 'staff' as const }
    const signers = withStaff ? [...ofClient, staff] : ofClient
    const { project, retained } = this.known
    const template = index % 2 === 0 ? project : retained
    const version = template.version
    const body = created(
      await (
        await firm.admin()
      ).post(`${proposal}/contract`, {
        startDate: firm.today,
        endDate: daysAfter(firm.today, 364),
        template: { ...template, clauses: template === project ? [] : [1] },
        signers: signers.map(({ userId, position }) => ({ userId, position })),
        signBy: daysAfter(firm.today, 20),
        firmSignature: { password: fixturePassword },
      }),
    )
    expect(body).toMatchObject({ totalValue: total, status: 'draft' })
    firm.ledger.contracts.set(body.id, total)
    const path = `/api/contracts/${body.id}`
    signers.forEach(({ userId, role }, at) =>
      firm.on(daysAfter(firm.today, 2 * (at + 1)), async () => {
        const who = await firm.as(userId, role)
        const next = signers[at + 1]
        // Before it was opened, out of turn, and twice.
        if (at === 0) refused(await who.post(`${path}/signature`, typedSignature('A signer')), 409)
        if (next !== undefined) refused(await sign(await firm.as(next.userId, next.role), path), 409)
        created(await sign(who, path))
        refused(await sign(who, path), 409)
        await firm.app.runJobs()
        if (at === ofClient.length - 1)
          await this.active({
            id: body.id,
            client,
            signers: signers.length,
            seals: signers.length + 1,
            template: { id: template.id, version },
          })
      }),
    )
  }

  private async active(contract: SignedContract): Promise<void> {
    const { status } = succeeded(await (await this.firm.clientOf(contract.client)).get(`/api/contracts/${contract.id}`))
    expect(status).toBe('active')
    this.signed.push(contract)
    await this.billing.billContract(contract.id, contract.client, this.signed.length)
  }
}
