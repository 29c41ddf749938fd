// The client opens a proposal: noted once, and news for the team once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftedProposal, proposalEmails, sentProposal, setProposalStatus, statusesOf } from '../../tests/proposals.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const open = (url: string, who: Caller = testApp.ann) => who.post(`${url}/opening`)
const opened = (emails: { subject: string }[]) => emails.filter(({ subject }) => subject.includes('opened a proposal'))

describe('the first opening of a sent proposal', () => {
  it('is stored, shown to the team, and emailed to the folder’s staff member', async () => {
    const url = await sentProposal(testApp)
    expect((await testApp.sam.get(url)).body.openedAt).toBeNull()
    const before = opened(await proposalEmails(testApp)).length
    const { status, body } = await open(url)
    expect([status, body]).toEqual([200, { openedAt: expect.any(String) }])
    expect((await testApp.sam.get(url)).body.openedAt).toBe(body.openedAt)
    expect(opened(await proposalEmails(testApp)).slice(before)).toMatchObject([{ to: 'sam@example.com' }])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'proposal.opened' })
  })

  it('is news once, also when it is noted several times at the same moment', async () => {
    const url = await sentProposal(testApp)
    const before = opened(await proposalEmails(testApp)).length
    expect(statusesOf(await Promise.all([open(url), open(url), open(url)]))).toEqual([200, 200, 200])
    await open(url)
    expect(opened(await proposalEmails(testApp))).toHaveLength(before + 1)
  })

  it('does not prevent a response that is based on the version seen before it', async () => {
    const url = await sentProposal(testApp)
    const { version } = (await testApp.ann.get(url)).body
    await open(url)
    const answer = await testApp.ann.patch(`${url}/status`, { status: 'approved' }, { 'if-match': `"${version}"` })
    expect(answer.status, answer.text).toBe(200)
  })

  it('is not noted once the proposal needs no response', async () => {
    const url = await sentProposal(testApp)
    await setProposalStatus(testApp.sam, url, 'withdrawn')
    expect((await open(url)).body).toEqual({ openedAt: null })
  })
})

describe('noting an opening', () => {
  it('is for the client’s side: the team gets 403', async () => {
    const url = await sentProposal(testApp)
    for (const who of ['sam', 'alice'] as const) expect((await open(url, testApp[who])).status).toBe(403)
    expect((await testApp.sam.get(url)).body.openedAt).toBeNull()
  })

  it('is 404 for another client and for a draft, and 401 for a visitor', async () => {
    const url = await sentProposal(testApp)
    expect((await open(url, testApp.eve)).status).toBe(404)
    expect((await open(await draftedProposal(testApp))).status).toBe(404)
    expect((await open(url, testApp.visitor)).status).toBe(401)
  })
})
