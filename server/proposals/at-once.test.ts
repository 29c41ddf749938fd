import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { openTab } from '../../tests/event-stream.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import {
  draftedProposal,
  setProposalStatus,
  proposalEmails,
  proposalsPath,
  proposalStatus,
  proposalInput,
  sentProposal,
  statusesOf,
} from '../../tests/proposals.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

describe('concurrent changes of a proposal', () => {
  let elsewhere: TestApp['caller']
  beforeAll(async () => {
    elsewhere = (await testApp.twin()).caller
  })

  it.each([
    ['approve', 'withdraw', () => [['ann', 'approved'] as const, ['sam', 'withdrawn'] as const]],
    ['approve', 'decline', () => [['ann', 'approved'] as const, ['ann', 'rejected'] as const]],
    ['approve', 'approve', () => [['ann', 'approved'] as const, ['ann', 'approved'] as const]],
    ['withdraw', 'withdraw', () => [['sam', 'withdrawn'] as const, ['alice', 'withdrawn'] as const]],
  ])('one of %s and %s succeeds', async (_one, _other, pair) => {
    for (let round = 0; round < 6; round++) {
      const url = await sentProposal(testApp)
      const before = (await proposalEmails(testApp)).length
      const [first, second] = pair()
      const answers = await Promise.all([
        setProposalStatus(testApp[first![0]], url, first![1]),
        setProposalStatus(elsewhere(testApp[second![0]].cookie), url, second![1]),
      ])
      expect(statusesOf(answers)).toEqual([200, 409])
      const won = answers.find(({ status }) => status === 200)?.body.status
      expect(await proposalStatus(testApp, url)).toBe(won)
      expect((await proposalEmails(testApp)).length - before).toBe(1)
    }
  })

  it('an edit and the sending race: one succeeds, so that no unread text is sent', async () => {
    for (let round = 0; round < 6; round++) {
      const url = await draftedProposal(testApp)
      const match = { 'if-match': '"1"' }
      const answers = await Promise.all([
        testApp.sam.put(url, proposalInput(testApp, { title: 'Edited' }), match),
        elsewhere(testApp.alice.cookie).patch(`${url}/status`, { status: 'sent' }, match),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const { status, title } = (await testApp.sam.get(url)).body
      expect([status, title]).toEqual(answers[0].status === 200 ? ['draft', 'Edited'] : ['sent', 'Handbook project'])
    }
  })

  it('two revisions of one version create one', async () => {
    const url = await sentProposal(testApp)
    const answers = await Promise.all([
      testApp.sam.post(`${url}/revision`),
      elsewhere(testApp.alice.cookie).post(`${url}/revision`),
    ])
    expect(statusesOf(answers)).toEqual([201, 409])
  })

  it('an approval and the sending of a newer version race: one of them is refused', async () => {
    for (let round = 0; round < 6; round++) {
      const first = await sentProposal(testApp)
      const second = `${proposalsPath}/${(await testApp.sam.post(`${first}/revision`)).body.id}`
      const answers = await Promise.all([
        setProposalStatus(testApp.ann, first, 'approved'),
        setProposalStatus(elsewhere(testApp.sam.cookie), second, 'sent'),
      ])
      expect(statusesOf(answers)).toEqual([200, 409])
      expect([await proposalStatus(testApp, first), await proposalStatus(testApp, second)]).toEqual(
        answers[0].status === 200 ? ['approved', 'draft'] : ['withdrawn', 'sent'],
      )
    }
  })

  it('an approval around midnight counts by the office’s clock', async () => {
    const [early, late] = [
      await sentProposal(testApp, { validUntil: officeDate(testApp.db.now) }),
      await sentProposal(testApp, { validUntil: officeDate(testApp.db.now) }),
    ]
    const began = testApp.db.now.getTime()
    const { id, role } = testApp.people.ann
    // 22:59 or 23:59 in Virginia, depending on the season, and two hours later.
    const lastHour = Date.parse(`${daysAfter(officeDate(testApp.db.now), 1)}T03:59:00Z`)
    testApp.pass({ minutes: Math.round((lastHour - began) / 60_000) })
    expect((await setProposalStatus(await testApp.signIn(id, role), early, 'approved')).status).toBe(200)
    testApp.pass({ hours: 2 })
    const refused = await setProposalStatus(await testApp.signIn(id, role), late, 'approved')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This proposal has expired. The team can withdraw it or send a revised one.',
    ])
    testApp.pass({ minutes: Math.round((began - testApp.db.now.getTime()) / 60_000) })
  })
})

describe('live updates of a proposal', () => {
  it('both sides are notified of a sent proposal, but the client never of a draft', async () => {
    await testApp.goLive()
    const [ann, sam, eve] = await Promise.all(
      (['ann', 'sam', 'eve'] as const).map(async (who) => openTab(await testApp.address(), testApp[who])),
    )
    const url = await draftedProposal(testApp)
    const id = url.split('/').at(-1) as string
    const received = { type: 'proposals', id, clientFolderId: testApp.folders.acme.id }
    await expect.poll(() => sam?.received).toContainEqual(received)
    expect(ann?.text()).not.toContain(id)
    await setProposalStatus(testApp.sam, url, 'sent')
    await expect.poll(() => ann?.received).toContainEqual(received)
    const before = sam?.received.length ?? 0
    await setProposalStatus(testApp.ann, url, 'approved')
    await expect.poll(() => sam?.received.length).toBeGreaterThan(before)
    expect(eve?.text()).not.toContain(id)
    for (const tab of [ann, sam, eve]) tab?.close()
  })

  it('a client who has the folder open gets no email', async () => {
    const query = `?clientFolderId=${testApp.folders.acme.id}`
    const tab = await openTab(await testApp.address(), testApp.ann, query)
    await expect
      .poll(() => testApp.db.rows(sql`select from presence where user_id = ${testApp.people.ann.id}`))
      .toHaveLength(1)
    const before = (await proposalEmails(testApp)).length
    await sentProposal(testApp)
    expect((await proposalEmails(testApp)).length).toBe(before)
    tab.close()
  })
})
