import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import {
  draftedProposal,
  setProposalStatus,
  proposalEmails,
  proposalLine,
  proposalsPath,
  proposalInput,
  sentProposal,
} from '../../tests/proposals.ts'
import { IdRow, typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

describe('a proposal', () => {
  it('is drafted by the team with calculated totals, and audited', async () => {
    const answer = await testApp.sam.post(proposalsPath, proposalInput(testApp))
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      clientFolderName: 'Acme Tooling',
      createdById: testApp.people.sam.id,
      createdByName: 'Sam Carter',
      status: 'draft',
      totalCost: 25_100,
      revision: 1,
      revises: null,
      sentAt: null,
      services: [{ ...proposalLine, serviceRateId: null, description: null, totalCost: 25_100 }],
      timeline: [{ phase: 'Reading', duration: '1-2 weeks', description: null }],
      allowed: ['edit', 'send', 'withdraw'],
    })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'proposal.created',
      actorId: testApp.people.sam.id,
      entityId: answer.body.id,
    })
    expect(JSON.stringify(await testApp.auditLog())).not.toContain('handbook')
  })

  it('accepts a sent total that matches', async () => {
    const more = { totalCost: 25_100, services: [{ ...proposalLine, totalCost: 25_100 }] }
    expect((await testApp.alice.post(proposalsPath, proposalInput(testApp, more))).status).toBe(201)
  })

  it('stores the name of its rate card, and is unchanged when the card changes or is retired', async () => {
    const card = {
      serviceName: 'Payroll check',
      description: 'All of it',
      serviceType: 'hr-operations',
      hourlyRate: 15_000,
    }
    const rate = (await testApp.alice.post('/api/service-rates', card)).body.id
    const services = [{ serviceRateId: rate, estimatedHours: 3, hourlyRate: 15_000 }]
    const url = await draftedProposal(testApp, { services })
    await testApp.alice.put(`/api/service-rates/${rate}`, {
      ...card,
      serviceName: 'Other',
      hourlyRate: 1,
      isActive: false,
    })
    const { body } = await testApp.sam.get(url)
    expect([body.services[0].customName, body.totalCost]).toEqual(['Payroll check', 45_000])
    // A retired card may remain on a proposal, but is refused on a new one.
    expect((await testApp.sam.put(url, proposalInput(testApp, { services }))).status).toBe(200)
    const refused = await testApp.sam.post(proposalsPath, proposalInput(testApp, { services }))
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'services.0.serviceRateId'])
  })

  it('can be edited while it is a draft', async () => {
    const url = await draftedProposal(testApp)
    const answer = await testApp.sam.put(
      url,
      proposalInput(testApp, { title: 'Another', services: [proposalLine, proposalLine] }),
      { 'if-match': '"1"' },
    )
    expect(answer.body).toMatchObject({ title: 'Another', totalCost: 50_200, version: 2 })
    expect((await testApp.sam.put(url, proposalInput(testApp), { 'if-match': '"1"' })).status).toBe(412)
  })

  it('is sent to the client, who reads it and gets an email without its content', async () => {
    const url = await draftedProposal(testApp)
    const before = (await proposalEmails(testApp)).length
    expect((await testApp.ann.get(url)).status).toBe(404)
    const answer = await setProposalStatus(testApp.sam, url, 'sent')
    expect(answer.body).toMatchObject({ status: 'sent', allowed: ['withdraw', 'revise'] })
    expect(answer.body.sentAt).not.toBeNull()
    expect((await testApp.ann.get(url)).body).toMatchObject({ status: 'sent', allowed: ['approve', 'reject'] })
    const [email] = (await proposalEmails(testApp)).slice(before)
    expect(email).toMatchObject({ to: 'ann@example.com', subject: 'ProHR sent you a proposal' })
    expect(email?.text).toContain(url.replace('/api', ''))
    expect(email?.text).not.toMatch(/Handbook|251\.|\$/)
    expect((await setProposalStatus(testApp.sam, url, 'sent')).status).toBe(409)
    expect((await proposalEmails(testApp)).length).toBe(before + 1)
  })

  it('is approved by the client with a comment, once, and its author and consultant are notified', async () => {
    const url = `${proposalsPath}/${(await testApp.alice.post(proposalsPath, proposalInput(testApp))).body.id}`
    await setProposalStatus(testApp.alice, url, 'sent')
    const before = (await proposalEmails(testApp)).length
    const answer = await setProposalStatus(testApp.ann, url, 'approved', 'Start in May, please.')
    expect(answer.body).toMatchObject({
      status: 'approved',
      decidedByName: 'Ann Keller',
      comment: 'Start in May, please.',
      allowed: [],
    })
    expect((await proposalEmails(testApp)).slice(before).map(({ to, subject }) => [to, subject])).toEqual([
      ['sam@example.com', 'ProHR portal: a client approved a proposal'],
      ['alice@example.com', 'ProHR portal: a client approved a proposal'],
    ])
    expect((await testApp.alice.get(url)).body.allowed).toEqual(['make-contract'])
    expect((await testApp.sam.get(url)).body.allowed).toEqual([])
    const again = await setProposalStatus(testApp.ann, url, 'approved')
    expect([again.status, again.body.message]).toEqual([409, 'An approved proposal can’t be changed.'])
    expect((await testApp.alice.get(url)).body.comment).toBe('Start in May, please.')
    expect(JSON.stringify(await testApp.auditLog())).not.toContain('May, please')
  })

  it('sends no notification to an author who has lost access to the folder', async () => {
    const given = {
      name: 'Moves',
      services: 'x',
      assignedStaffId: testApp.people.sam.id,
      clientId: testApp.people.ann.id,
    }
    const { id: clientFolderId } = (await testApp.alice.post('/api/client-folders', given)).body
    const url = await sentProposal(testApp, { clientFolderId })
    await testApp.alice.patch(`/api/client-folders/${clientFolderId}`, { assignedStaffId: testApp.people.sue.id })
    const before = (await proposalEmails(testApp)).length
    await setProposalStatus(testApp.ann, url, 'approved')
    expect((await proposalEmails(testApp)).slice(before).map(({ to }) => to)).toEqual(['sue@example.com'])
    expect((await testApp.sam.get(url)).status).toBe(404)
  })

  it('is declined, and can then be revised', async () => {
    const url = await sentProposal(testApp)
    const before = (await proposalEmails(testApp)).length
    expect((await setProposalStatus(testApp.ann, url, 'rejected', 'Too much.')).body.status).toBe('rejected')
    expect((await proposalEmails(testApp)).slice(before).map(({ subject }) => subject)).toEqual([
      'ProHR portal: a client declined a proposal',
    ])
    expect((await testApp.sam.get(url)).body.allowed).toEqual(['revise'])
  })

  it('is withdrawn invisibly as a draft, and visibly after it was sent', async () => {
    const unseen = await draftedProposal(testApp)
    const before = (await proposalEmails(testApp)).length
    await setProposalStatus(testApp.sam, unseen, 'withdrawn')
    expect((await testApp.ann.get(unseen)).status).toBe(404)
    expect(await proposalEmails(testApp)).toHaveLength(before)
    const seen = await sentProposal(testApp)
    expect((await setProposalStatus(testApp.alice, seen, 'withdrawn')).body.status).toBe('withdrawn')
    expect((await testApp.ann.get(seen)).body).toMatchObject({ status: 'withdrawn', allowed: [] })
    const email = (await proposalEmails(testApp)).at(-1)
    expect(email).toMatchObject({ to: 'ann@example.com', subject: 'ProHR withdrew a proposal' })
    expect(email?.text).toContain(seen.replace('/api', ''))
  })

  it('has a PDF for everyone who may read it', async () => {
    const url = await sentProposal(testApp)
    const answer = await testApp.ann.get(`${url}/pdf`)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.headers['content-disposition']).toContain('inline; filename="Handbook project.pdf"')
    expect(answer.text.startsWith('%PDF-')).toBe(true)
    expect((await testApp.eve.get(`${url}/pdf`)).status).toBe(404)
    expect((await testApp.ann.get(`${await draftedProposal(testApp)}/pdf`)).status).toBe(404)
  })

  it('has a file name that is not cut within a character', async () => {
    const url = await draftedProposal(testApp, { title: `${'x'.repeat(119)}\u{1f4d8} and more` })
    const { status, headers } = await testApp.sam.get(`${url}/pdf`)
    expect([status, headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining(`${'x'.repeat(119)}%F0%9F%93%98.pdf`),
    ])
  })
})

describe('the list of proposals', () => {
  it('shows each person their own, and can be filtered by status, folder, and words', async () => {
    const acme = testApp.folders.acme.id
    const elmwoods = await testApp.sue.post(
      proposalsPath,
      proposalInput(testApp, { clientFolderId: testApp.folders.elmwood.id, title: 'Quartz plan' }),
    )
    await draftedProposal(testApp, { title: 'Quartz draft' })
    await sentProposal(testApp, { title: 'Quartz offer' })
    const titles = async (who: Caller, query: string) =>
      (await who.get(`${proposalsPath}?${query}`)).body.map(({ title }: { title: string }) => title)
    expect(await titles(testApp.alice, 'q=quartz')).toEqual(['Quartz offer', 'Quartz draft', 'Quartz plan'])
    expect(await titles(testApp.sam, 'q=quartz')).toEqual(['Quartz offer', 'Quartz draft'])
    expect(await titles(testApp.sue, 'q=quartz')).toEqual(['Quartz plan'])
    expect(await titles(testApp.ann, 'q=quartz')).toEqual(['Quartz offer'])
    expect(await titles(testApp.eve, 'q=quartz')).toEqual([])
    expect(await titles(testApp.alice, `q=quartz&clientFolderId=${acme}&status=draft`)).toEqual(['Quartz draft'])
    expect(await titles(testApp.sue, `clientFolderId=${acme}`)).toEqual([])
    expect(await titles(testApp.ann, 'status=draft')).toEqual([])
    expect((await testApp.alice.get(`${proposalsPath}?q=Elmwood`)).body[0].id).toBe(elmwoods.body.id)
    expect((await testApp.alice.get(`${proposalsPath}?status=lost`)).status).toBe(400)
    expect((await testApp.alice.get(`${proposalsPath}?clientFolderId=acme`)).status).toBe(400)
  })

  it('shows the same state as the single proposal, to everyone', async () => {
    const rows = await testApp.db.rows(typed(IdRow)`select id from proposals`)
    for (const who of [testApp.alice, testApp.sam, testApp.sue, testApp.ann, testApp.eve]) {
      const listed = (await who.get(`${proposalsPath}?limit=200`)).body as { id: string }[]
      for (const { id } of rows) {
        const { versions: _versions, terms: _terms, ...one } = (await who.get(`${proposalsPath}/${id}`)).body
        const found = listed.find((each) => each.id === id)
        if (found === undefined) expect(one.code).toBe('not-found')
        else expect(found).toEqual(one)
      }
    }
  })
})
