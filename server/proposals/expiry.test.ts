import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ProposalStatus } from '../../domain/proposal.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { setProposalStatus, proposalsPath, proposalStatus, proposalInput, sentProposal } from '../../tests/proposals.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

describe('a proposal past its last day', () => {
  let moved = 0
  const pass = (days: number) => {
    moved += days
    testApp.pass({ days })
  }
  // Resets the clock for the next test; sessions last less than a week.
  afterEach(() => {
    testApp.pass({ days: -moved })
    moved = 0
  })
  const fresh = async (name: 'ann' | 'sam') => {
    const { id, role } = testApp.people[name]
    return testApp.signIn(id, role)
  }

  it('is expired: it can be revised, but not approved or declined', async () => {
    const url = await sentProposal(testApp, { validUntil: officeDate(testApp.db.now) })
    expect(await proposalStatus(testApp, url)).toBe('sent')
    pass(1)
    const [ann, sam] = [await fresh('ann'), await fresh('sam')]
    expect((await ann.get(url)).body).toMatchObject({ status: 'expired', allowed: [] })
    expect((await sam.get(url)).body.allowed).toEqual(['withdraw', 'revise'])
    for (const status of ['approved', 'rejected'])
      expect((await setProposalStatus(ann, url, status)).body).toMatchObject({
        code: 'conflict',
        message: 'This proposal has expired. The team can withdraw it or send a revised one.',
      })
    const revision = await sam.post(`${url}/revision`)
    const late = await setProposalStatus(sam, `${proposalsPath}/${revision.body.id}`, 'sent')
    expect(late.body.message).toBe(
      'This proposal’s “valid until” date has passed. Choose a later date before you send it.',
    )
    await sam.put(
      `${proposalsPath}/${revision.body.id}`,
      proposalInput(testApp, { validUntil: daysAfter(officeDate(testApp.db.now), 7) }),
    )
    expect((await setProposalStatus(sam, `${proposalsPath}/${revision.body.id}`, 'sent')).status).toBe(200)
    expect((await sam.get(url)).body).toMatchObject({ status: 'expired', revisedBy: { revision: 2 } })
  })

  it('can be withdrawn by the team once, and not reopened', async () => {
    const url = await sentProposal(testApp, { validUntil: officeDate(testApp.db.now) })
    pass(1)
    const [ann, sam] = [await fresh('ann'), await fresh('sam')]
    expect((await setProposalStatus(ann, url, 'withdrawn')).status).toBe(403)
    const withdrawn = await setProposalStatus(sam, url, 'withdrawn')
    expect([withdrawn.status, withdrawn.body.status, withdrawn.body.allowed]).toEqual([200, 'withdrawn', ['revise']])
    expect((await setProposalStatus(sam, url, 'withdrawn')).status).toBe(409)
    expect((await setProposalStatus(ann, url, 'approved')).status).toBe(409)
  })

  it('is expired in the list’s filter, in the single view, and in the domain', async () => {
    for (const validUntil of [officeDate(testApp.db.now), daysAfter(officeDate(testApp.db.now), 1)])
      await sentProposal(testApp, { validUntil })
    pass(1)
    const sam = await fresh('sam')
    const all = (await sam.get(`${proposalsPath}?limit=200`)).body as {
      id: string
      status: string
      validUntil: string
    }[]
    expect(all.some(({ status }) => status === 'expired')).toBe(true)
    for (const status of ProposalStatus.options) {
      const filtered = (await sam.get(`${proposalsPath}?limit=200&status=${status}`)).body
      expect(filtered).toEqual(all.filter((each) => each.status === status))
    }
    for (const { status, validUntil } of all)
      if (status === 'sent' || status === 'expired')
        expect(status).toBe(validUntil < officeDate(testApp.db.now) ? 'expired' : 'sent')
  })
})
