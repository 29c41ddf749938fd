import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { openTab } from '../../tests/tab.ts'
import { createWorld, type World } from '../../tests/world.ts'
import {
  draftedProposal,
  moveProposal,
  proposalLetters,
  proposalsPath,
  proposalStatus,
  proposalWish,
  sentProposal,
  statusesOf,
} from '../../tests/proposals.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('at the same moment', () => {
  let elsewhere: World['caller']
  beforeAll(async () => {
    elsewhere = (await world.twin()).caller
  })

  it.each([
    ['approve', 'withdraw', () => [['ann', 'approved'] as const, ['sam', 'withdrawn'] as const]],
    ['approve', 'decline', () => [['ann', 'approved'] as const, ['ann', 'rejected'] as const]],
    ['approve', 'approve', () => [['ann', 'approved'] as const, ['ann', 'approved'] as const]],
    ['withdraw', 'withdraw', () => [['sam', 'withdrawn'] as const, ['alice', 'withdrawn'] as const]],
  ])('of %s and %s one wins', async (_one, _other, pair) => {
    for (let round = 0; round < 6; round++) {
      const url = await sentProposal(world)
      const before = (await proposalLetters(world)).length
      const [first, second] = pair()
      const answers = await Promise.all([
        moveProposal(world[first![0]], url, first![1]),
        moveProposal(elsewhere(world[second![0]].cookie), url, second![1]),
      ])
      expect(statusesOf(answers)).toEqual([200, 409])
      const won = answers.find(({ status }) => status === 200)?.body.status
      expect(await proposalStatus(world, url)).toBe(won)
      expect((await proposalLetters(world)).length - before).toBe(1)
    }
  })

  it('of an edit and the sending one wins, so that nobody is sent what was not read', async () => {
    for (let round = 0; round < 6; round++) {
      const url = await draftedProposal(world)
      const match = { 'if-match': '"1"' }
      const answers = await Promise.all([
        world.sam.put(url, proposalWish(world, { title: 'Edited' }), match),
        elsewhere(world.alice.cookie).patch(`${url}/status`, { status: 'sent' }, match),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const { status, title } = (await world.sam.get(url)).body
      expect([status, title]).toEqual(answers[0].status === 200 ? ['draft', 'Edited'] : ['sent', 'Handbook project'])
    }
  })

  it('two revisions of one version are one', async () => {
    const url = await sentProposal(world)
    const answers = await Promise.all([
      world.sam.post(`${url}/revision`),
      elsewhere(world.alice.cookie).post(`${url}/revision`),
    ])
    expect(statusesOf(answers)).toEqual([201, 409])
  })

  it('an approval and the sending of a newer version: one of them is refused', async () => {
    for (let round = 0; round < 6; round++) {
      const first = await sentProposal(world)
      const second = `${proposalsPath}/${(await world.sam.post(`${first}/revision`)).body.id}`
      const answers = await Promise.all([
        moveProposal(world.ann, first, 'approved'),
        moveProposal(elsewhere(world.sam.cookie), second, 'sent'),
      ])
      expect(statusesOf(answers)).toEqual([200, 409])
      expect([await proposalStatus(world, first), await proposalStatus(world, second)]).toEqual(
        answers[0].status === 200 ? ['approved', 'draft'] : ['withdrawn', 'sent'],
      )
    }
  })

  it('an approval at the turn of the day counts by the office’s clock', async () => {
    const [early, late] = [
      await sentProposal(world, { validUntil: officeDate(world.db.now) }),
      await sentProposal(world, { validUntil: officeDate(world.db.now) }),
    ]
    const began = world.db.now.getTime()
    const { id, role } = world.people.ann
    // 22:59 or 23:59 in Virginia, as the season has it, and two hours later.
    const lastHour = Date.parse(`${daysAfter(officeDate(world.db.now), 1)}T03:59:00Z`)
    world.pass({ minutes: Math.round((lastHour - began) / 60_000) })
    expect((await moveProposal(await world.signIn(id, role), early, 'approved')).status).toBe(200)
    world.pass({ hours: 2 })
    const refused = await moveProposal(await world.signIn(id, role), late, 'approved')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This proposal has expired. The team can withdraw it or send a revised one.',
    ])
    world.pass({ minutes: Math.round((began - world.db.now.getTime()) / 60_000) })
  })
})

describe('live', () => {
  it('both sides hear of what was sent, the client never of a draft', async () => {
    await world.goLive()
    const [ann, sam, eve] = await Promise.all(
      (['ann', 'sam', 'eve'] as const).map(async (who) => openTab(await world.address(), world[who])),
    )
    const url = await draftedProposal(world)
    const id = url.split('/').at(-1) as string
    const heard = { type: 'proposals', id, clientFolderId: world.folders.acme.id }
    await expect.poll(() => sam?.heard).toContainEqual(heard)
    expect(ann?.text()).not.toContain(id)
    await moveProposal(world.sam, url, 'sent')
    await expect.poll(() => ann?.heard).toContainEqual(heard)
    const before = sam?.heard.length ?? 0
    await moveProposal(world.ann, url, 'approved')
    await expect.poll(() => sam?.heard.length).toBeGreaterThan(before)
    expect(eve?.text()).not.toContain(id)
    for (const tab of [ann, sam, eve]) tab?.close()
  })

  it('a client who has the folder open gets no letter', async () => {
    const query = `?clientFolderId=${world.folders.acme.id}`
    const tab = await openTab(await world.address(), world.ann, query)
    await expect
      .poll(() => world.db.rows(sql`select from presence where user_id = ${world.people.ann.id}`))
      .toHaveLength(1)
    const before = (await proposalLetters(world)).length
    await sentProposal(world)
    expect((await proposalLetters(world)).length).toBe(before)
    tab.close()
  })
})
