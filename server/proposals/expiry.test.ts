import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ProposalStatus } from '../../domain/proposal.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { createWorld, type World } from '../../tests/world.ts'
import { moveProposal, proposalsPath, proposalStatus, proposalWish, sentProposal } from '../../tests/proposals.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('a day that is over', () => {
  let moved = 0
  const pass = (days: number) => {
    moved += days
    world.pass({ days })
  }
  // The next story begins where this one did; sessions outlive no week.
  afterEach(() => {
    world.pass({ days: -moved })
    moved = 0
  })
  const fresh = async (name: 'ann' | 'sam') => {
    const { id, role } = world.people[name]
    return world.signIn(id, role)
  }

  it('makes a sent proposal expired: it can be revised, and not approved or declined', async () => {
    const url = await sentProposal(world, { validUntil: officeDate(world.db.now) })
    expect(await proposalStatus(world, url)).toBe('sent')
    pass(1)
    const [ann, sam] = [await fresh('ann'), await fresh('sam')]
    expect((await ann.get(url)).body).toMatchObject({ status: 'expired', allowed: [] })
    expect((await sam.get(url)).body.allowed).toEqual(['withdraw', 'revise'])
    for (const status of ['approved', 'rejected'])
      expect((await moveProposal(ann, url, status)).body).toMatchObject({
        code: 'conflict',
        message: 'This proposal has expired. The team can withdraw it or send a revised one.',
      })
    const revision = await sam.post(`${url}/revision`)
    const late = await moveProposal(sam, `${proposalsPath}/${revision.body.id}`, 'sent')
    expect(late.body.message).toBe(
      'The day until which this proposal is valid is over. Choose a later one before you send it.',
    )
    await sam.put(
      `${proposalsPath}/${revision.body.id}`,
      proposalWish(world, { validUntil: daysAfter(officeDate(world.db.now), 7) }),
    )
    expect((await moveProposal(sam, `${proposalsPath}/${revision.body.id}`, 'sent')).status).toBe(200)
    expect((await sam.get(url)).body).toMatchObject({ status: 'expired', revisedBy: { revision: 2 } })
  })

  it('lets the team withdraw an expired proposal, once, and nobody revive it', async () => {
    const url = await sentProposal(world, { validUntil: officeDate(world.db.now) })
    pass(1)
    const [ann, sam] = [await fresh('ann'), await fresh('sam')]
    expect((await moveProposal(ann, url, 'withdrawn')).status).toBe(403)
    const withdrawn = await moveProposal(sam, url, 'withdrawn')
    expect([withdrawn.status, withdrawn.body.status, withdrawn.body.allowed]).toEqual([200, 'withdrawn', ['revise']])
    expect((await moveProposal(sam, url, 'withdrawn')).status).toBe(409)
    expect((await moveProposal(ann, url, 'approved')).status).toBe(409)
  })

  it('is the same in the list’s filter, in what is read, and in the domain', async () => {
    for (const validUntil of [officeDate(world.db.now), daysAfter(officeDate(world.db.now), 1)])
      await sentProposal(world, { validUntil })
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
        expect(status).toBe(validUntil < officeDate(world.db.now) ? 'expired' : 'sent')
  })
})
