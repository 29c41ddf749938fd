import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import {
  draftedProposal,
  setProposalStatus,
  proposalEmails,
  proposalsPath,
  proposalStatus,
  proposalInput,
  sentProposal,
} from '../../tests/proposals.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

describe('a revision of a proposal', () => {
  it('is a separate draft; when sent, it replaces the earlier version, and both link to each other', async () => {
    const first = await sentProposal(testApp)
    const answer = await testApp.sam.post(`${first}/revision`)
    expect(answer.status).toBe(201)
    const second = `${proposalsPath}/${answer.body.id}`
    expect(answer.body).toMatchObject({ status: 'draft', revision: 2, title: 'Handbook project', totalCost: 25_100 })
    expect(answer.body.revises).toMatchObject({ id: first.split('/').at(-1), revision: 1 })
    expect((await testApp.sam.get(first)).body).toMatchObject({
      status: 'sent',
      revisedBy: { revision: 2, sentAt: null },
    })
    // The client does not see the draft yet, and may still respond to the first version.
    expect((await testApp.ann.get(first)).body).toMatchObject({ revisedBy: null, versions: [{ revision: 1 }] })
    expect((await testApp.ann.get(second)).status).toBe(404)
    await testApp.sam.put(second, proposalInput(testApp, { title: 'Handbook project, leaner' }))
    const before = (await proposalEmails(testApp)).length
    expect((await setProposalStatus(testApp.sam, second, 'sent')).status).toBe(200)
    expect((await proposalEmails(testApp)).slice(before).map(({ subject }) => subject)).toEqual([
      'ProHR sent you a proposal',
    ])
    expect((await testApp.ann.get(first)).body).toMatchObject({
      status: 'withdrawn',
      title: 'Handbook project',
      revisedBy: { id: answer.body.id, revision: 2 },
    })
    const read = (await testApp.ann.get(second)).body
    expect(read).toMatchObject({ status: 'sent', title: 'Handbook project, leaner', revises: { revision: 1 } })
    expect(read.versions.map((each: { revision: number; status: string }) => [each.revision, each.status])).toEqual([
      [2, 'sent'],
      [1, 'withdrawn'],
    ])
    const moved = (await testApp.auditLog()).filter(({ entityId }) => entityId === first.split('/').at(-1))
    expect(moved.at(-1)).toMatchObject({
      action: 'proposal.withdrawn',
      details: { before: 'sent', after: 'withdrawn' },
    })
    expect((await testApp.sam.post(`${first}/revision`)).body.message).toBe(
      'Version 2 replaced this one. Revise that one.',
    )
  })

  it('exists once at a time, can be created again after a withdrawn draft, and then has the next number', async () => {
    const first = await sentProposal(testApp)
    const draft = `${proposalsPath}/${(await testApp.sam.post(`${first}/revision`)).body.id}`
    const refused = await testApp.sam.post(`${first}/revision`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Version 2 is already a draft. Edit that one, or withdraw it first.',
    ])
    await setProposalStatus(testApp.sam, draft, 'withdrawn')
    const second = `${proposalsPath}/${(await testApp.sam.post(`${first}/revision`)).body.id}`
    await setProposalStatus(testApp.sam, second, 'sent')
    await setProposalStatus(testApp.ann, second, 'rejected')
    const third = await testApp.sam.post(`${second}/revision`)
    expect(third.body).toMatchObject({ revision: 3, revises: { revision: 2 } })
    expect((await testApp.sam.get(second)).body.versions).toHaveLength(4)
    expect((await testApp.ann.get(second)).body.versions).toHaveLength(2)
  })

  it('cannot be sent once the client approved the earlier version', async () => {
    const first = await sentProposal(testApp)
    const second = `${proposalsPath}/${(await testApp.sam.post(`${first}/revision`)).body.id}`
    await setProposalStatus(testApp.ann, first, 'approved')
    const refused = await setProposalStatus(testApp.sam, second, 'sent')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The client approved version 1 while you were editing. Withdraw this draft.',
    ])
    expect(await proposalStatus(testApp, first)).toBe('approved')
    expect(await proposalStatus(testApp, second)).toBe('draft')
  })

  it('is refused for a proposal that was not sent, or is approved', async () => {
    expect((await testApp.sam.post(`${await draftedProposal(testApp)}/revision`)).status).toBe(409)
    const approved = await sentProposal(testApp)
    await setProposalStatus(testApp.ann, approved, 'approved')
    expect((await testApp.sam.post(`${approved}/revision`)).status).toBe(409)
    expect((await testApp.ann.post(`${approved}/revision`)).status).toBe(403)
    expect((await testApp.sue.post(`${approved}/revision`)).status).toBe(404)
  })
})
