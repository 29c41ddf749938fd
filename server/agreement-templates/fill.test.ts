import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  proposalTemplateInput,
  publishedTemplate,
  templateInput,
  templatesPath,
} from '../../tests/agreement-templates.ts'
import { approvedProposal, contractInput, contractPath, createdContract, signContract } from '../../tests/contracts.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { proposalInput, proposalsPath, setProposalStatus } from '../../tests/proposals.ts'
import { bytesOf } from '../../tests/sealed.ts'
import { createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const republish = async (id: string, input: object) => {
  await testApp.alice.put(`${templatesPath}/${id}`, input)
  await testApp.alice.post(`${templatesPath}/${id}/versions`)
}
const newer = templateInput({ clauses: [{ title: 'Other', text: 'Something else.' }] })
const services = [{ customName: 'Handbook', estimatedHours: 2, hourlyRate: 12_550 }]
/** Priced by its line. */
const withServices = (more: object) => ({ services, totalValue: undefined, ...more })
const issueOf = ({ status, body }: { status: number; body: { issues: { path: string }[] } }) => [
  status,
  body.issues[0]?.path,
]

describe('a contract from a template', () => {
  it('stores the version and the text, which the client reads, signs, and gets as a PDF with numbers', async () => {
    const template = { ...(await publishedTemplate(testApp)), clauses: [1] }
    const contract = await createdContract(testApp, withServices({ template }))
    expect(contract.template).toEqual(template)
    const { contractNumber } = contract
    expect(contract.terms).toBe(
      [
        'This contract is between Ann Keller and the provider.',
        '1. Services\nThe provider performs Handbook from December 1, 2026.',
        '2. Travel\nTravel is billed at cost.',
        `3. Total of ${contractNumber}\nThe total value is $251.00.`,
        'It is due in 30 days.',
      ].join('\n\n'),
    )
    expect((await testApp.auditLog()).findLast(({ action }) => action === 'contract.created')?.details).toMatchObject({
      templateId: template.id,
      templateVersion: 1,
    })
    await republish(template.id, newer)
    await testApp.alice.patch(`${templatesPath}/${template.id}`, { isActive: false })
    expect((await testApp.ann.get(contractPath(contract))).body.terms).toBe(contract.terms)
    const words = await textOf(await bytesOf(testApp, `${contractPath(contract)}/pdf`))
    for (const each of [
      'This contract is between Ann Keller and the provider.',
      '1. Services. The provider performs Handbook from December 1, 2026.',
      '2. Travel. Travel is billed at cost.',
      `3. Total of ${contractNumber}. The total value is $251.00. It is due in 30 days.`,
    ])
      expect(words).toContain(each)
    expect((await signContract(testApp, contract.id)).status).toBe(201)
  })

  it('is filled in again when it is edited, with the version that it came from', async () => {
    const template = await publishedTemplate(testApp)
    const contract = await createdContract(testApp, withServices({ template }))
    await republish(template.id, newer)
    const edited = await testApp.alice.put(contractPath(contract), { startDate: '2027-02-01' })
    expect(edited.body).toMatchObject({ template, terms: expect.stringContaining('from February 1, 2027.') })
    const chosen = await testApp.alice.put(contractPath(contract), { template: { ...template, clauses: [1] } })
    expect(chosen.body.terms).toContain('2. Travel')
    const next = await testApp.alice.put(contractPath(contract), { template: { ...template, version: 2 } })
    expect(next.body).toMatchObject({ template: { version: 2 }, terms: expect.stringContaining('1. Other') })
  })

  it('loses its template when someone changes the terms, but not when the same terms are sent', async () => {
    const template = await publishedTemplate(testApp)
    const contract = await createdContract(testApp, withServices({ template }))
    const same = await testApp.alice.put(contractPath(contract), { terms: contract.terms, clientPhone: '1' })
    expect(same.body).toMatchObject({ template, terms: contract.terms })
    const own = await testApp.alice.put(contractPath(contract), { template: null, terms: 'Payment. Now.' })
    expect(own.body).toMatchObject({ template: null, terms: 'Payment. Now.' })
    const also = await createdContract(testApp, withServices({ template }))
    const written = await testApp.alice.put(contractPath(also), { terms: 'Payment. Later.' })
    expect(written.body).toMatchObject({ template: null, terms: 'Payment. Later.' })
  })

  it('is filled in again for its renewal, from the same version', async () => {
    const template = await publishedTemplate(testApp)
    const contract = await createdContract(testApp, withServices({ template, endDate: '2027-11-30' }))
    await signContract(testApp, contract.id)
    await republish(template.id, newer)
    const { status, body } = await testApp.alice.post(`${contractPath(contract)}/renewal`, {})
    expect([status, body.template]).toEqual([201, template])
    expect(body.terms).toContain('performs Handbook from December 1, 2027.')
    expect(body.terms).toContain(`2. Total of ${body.contractNumber}`)
    const amendment = await testApp.alice.post(`${contractPath(contract)}/amendment`, { services, totalValue: null })
    expect([amendment.status, amendment.body.template]).toEqual([201, null])
    expect(amendment.body.terms).toContain('amends contract')
  })

  it('says what it amends before the clauses of the template, also after an edit', async () => {
    const contract = await createdContract(testApp, withServices({}))
    await signContract(testApp, contract.id)
    const template = await publishedTemplate(testApp)
    const input = { services, totalValue: null, startDate: '2027-01-01', template }
    const amendment = (await testApp.alice.post(`${contractPath(contract)}/amendment`, input)).body
    const beginning = `Amendment. This contract amends contract ${contract.contractNumber} between the same parties.`
    expect(amendment.terms).toMatch(new RegExp(`^${beginning}[^]*remain in effect.\n\nThis contract is between`))
    const edited = await testApp.alice.put(contractPath(amendment), { startDate: '2027-02-01' })
    expect(edited.body.terms).toBe(amendment.terms.replace('January 1, 2027', 'February 1, 2027'))
    expect(edited.body.terms).toContain('from February 1, 2027.')
  })

  it('is created from an approved proposal, and shown before that', async () => {
    const template = await publishedTemplate(testApp)
    const url = `/api/proposals/${await approvedProposal(testApp)}/contract`
    const preview = `${url}/preview?template=${template.id}:1:1`
    expect(await textOf(await bytesOf(testApp, preview, testApp.alice))).toContain(
      '2. Travel. Travel is billed at cost.',
    )
    expect((await testApp.alice.get(`${url}/preview?template=${template.id}:2:`)).status).toBe(400)
    expect((await testApp.alice.get(`${url}/preview?template=x`)).status).toBe(400)
    const { status, body } = await testApp.alice.post(url, { template })
    expect([status, body.template]).toEqual([201, template])
    expect(body.terms).toContain('performs Handbook and Training')
  })

  it('requires a value for each field in its clauses, at its place in the form', async () => {
    const clauses = [{ title: 'End', text: 'It ends on {{end date}}, at {{client address}}.' }]
    const template = await publishedTemplate(testApp, templateInput({ clauses }))
    const post = (more: object) => testApp.alice.post('/api/contracts', contractInput(testApp, { template, ...more }))
    expect(issueOf(await post({}))).toEqual([400, 'endDate'])
    expect(issueOf(await post({ endDate: '2027-12-31' }))).toEqual([400, 'clientAddress'])
    const { status, body } = await post({ endDate: '2027-12-31', clientAddress: '1 Main St\nRichmond, VA' })
    expect([status, body.terms]).toEqual([
      201,
      expect.stringContaining('It ends on December 31, 2027, at 1 Main St Richmond, VA.'),
    ])
    expect(issueOf(await testApp.alice.put(contractPath(body), { endDate: null }))).toEqual([400, 'endDate'])
  })

  it('is refused with a version that isn’t the current one, or an archived template', async () => {
    const template = await publishedTemplate(testApp)
    const post = (choice: object) =>
      testApp.alice.post('/api/contracts', contractInput(testApp, withServices({ template: choice })))
    await republish(template.id, newer)
    const outdated = await post(template)
    expect([outdated.status, outdated.body.message]).toEqual([
      409,
      'A new version of this template was published while you were editing. Choose the template again.',
    ])
    await testApp.alice.patch(`${templatesPath}/${template.id}`, { isActive: false })
    expect((await post({ ...template, version: 2 })).status).toBe(409)
  })

  it('is refused with bad input', async () => {
    const template = await publishedTemplate(testApp)
    const proposals = await publishedTemplate(testApp, proposalTemplateInput())
    const post = (more: object) => testApp.alice.post('/api/contracts', contractInput(testApp, withServices(more)))
    for (const choice of [
      { ...template, id: unknownId },
      { ...template, version: 2 },
      { ...template, clauses: [0] },
      { ...template, clauses: [1, 1] },
      { ...template, clauses: [7] },
      proposals,
    ])
      expect(issueOf(await post({ template: choice })), JSON.stringify(choice)).toEqual([400, 'template'])
    for (const choice of [{ ...template, version: 0 }, { ...template, clauses: 1 }, { id: 'x' }, 'x', []])
      expect((await post({ template: choice })).status, JSON.stringify(choice)).toBe(400)
    expect(issueOf(await post({ template, terms: 'Payment. Now.' }))).toEqual([400, 'terms'])
  })

  it('is refused where the filled-in text is too long', async () => {
    const clauses = Array.from({ length: 40 }, (_, index) => ({ title: `Clause ${index + 1}`, text: '{{services}}' }))
    const template = await publishedTemplate(testApp, templateInput({ clauses }))
    const lines = Array.from({ length: 3 }, (_, index) => ({
      ...services[0],
      customName: `${index} ${'x'.repeat(150)}`,
    }))
    const answer = await testApp.alice.post(
      '/api/contracts',
      contractInput(testApp, { template, services: lines, totalValue: undefined }),
    )
    expect(issueOf(answer)).toEqual([400, 'template'])
  })
})

describe('a proposal from a template', () => {
  const posted = async (more: object) => (await testApp.sam.post(proposalsPath, proposalInput(testApp, more))).body
  const at = ({ id }: { id: string }) => `${proposalsPath}/${id}`

  it('stores the version and the text, filled in again at each edit, and copies both to a revision', async () => {
    const template = { ...(await publishedTemplate(testApp, proposalTemplateInput())), clauses: [1] }
    const proposal = await posted({ template, validUntil: '2099-12-31' })
    expect(proposal.template).toEqual(template)
    const read = async (who = testApp.sam) => (await who.get(at(proposal))).body
    const said = (title: string) =>
      [
        `1. Offer\nWe offer ${title} to Acme Tooling for $251.00, until December 31, 2099.`,
        '2. Expenses\nExpenses are billed at cost.',
      ].join('\n\n')
    expect((await read()).terms).toBe(said('Handbook project'))
    await republish(template.id, proposalTemplateInput({ clauses: [{ title: 'Other', text: 'Something else.' }] }))
    await testApp.sam.put(at(proposal), proposalInput(testApp, { title: 'Long project', validUntil: '2099-12-31' }))
    expect(await read()).toMatchObject({ template, terms: said('Long project') })
    await setProposalStatus(testApp.sam, at(proposal), 'sent')
    expect((await read(testApp.ann)).terms).toBe(said('Long project'))
    expect(await textOf(await bytesOf(testApp, `${at(proposal)}/pdf`))).toContain(
      '2. Expenses. Expenses are billed at cost.',
    )
    const revision = (await testApp.sam.post(`${at(proposal)}/revision`)).body
    expect((await testApp.sam.get(at(revision))).body).toMatchObject({ template, terms: said('Long project') })
  })

  it('names the services and the total that the client chose with the approval', async () => {
    const clauses = [{ title: 'Offer', text: '{{services}} for {{total}}.' }]
    const template = await publishedTemplate(testApp, proposalTemplateInput({ clauses }))
    const optional = { customName: 'Training', estimatedHours: 1, hourlyRate: 10_000, isOptional: true }
    const proposal = await posted({ template, services: [...services, optional] })
    const termsNow = async () => (await testApp.ann.get(at(proposal))).body.terms as string
    await setProposalStatus(testApp.sam, at(proposal), 'sent')
    expect(await termsNow()).toBe('1. Offer\nHandbook for $251.00.')
    const sent = (await testApp.ann.get(at(proposal))).body.services as { optionId?: string }[]
    const chosenOptionIds = sent.flatMap(({ optionId }) => optionId ?? [])
    await testApp.ann.patch(`${at(proposal)}/status`, { status: 'approved', chosenOptionIds })
    expect(await termsNow()).toBe('1. Offer\nHandbook and Training for $351.00.')
  })

  it('has no terms without a template, and loses them when the template is removed', async () => {
    const template = await publishedTemplate(testApp, proposalTemplateInput())
    const plain = await posted({})
    expect((await testApp.sam.get(at(plain))).body).toMatchObject({ template: null, terms: null })
    const proposal = await posted({ template })
    await testApp.sam.put(at(proposal), proposalInput(testApp, { template: null }))
    expect((await testApp.sam.get(at(proposal))).body).toMatchObject({ template: null, terms: null })
  })

  it('is refused with an outdated version, a template of contracts, or a clause that isn’t optional', async () => {
    const template = await publishedTemplate(testApp, proposalTemplateInput())
    const post = (choice: object) => testApp.sam.post(proposalsPath, proposalInput(testApp, { template: choice }))
    expect(issueOf(await post(await publishedTemplate(testApp)))).toEqual([400, 'template'])
    expect(issueOf(await post({ ...template, clauses: [0] }))).toEqual([400, 'template'])
    await republish(template.id, proposalTemplateInput({ name: 'Newer' }))
    expect(issueOf(await post(template))).toEqual([409, 'template'])
  })
})
