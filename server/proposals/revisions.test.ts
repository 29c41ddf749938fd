import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../tests/world.ts'
import {
  draftedProposal,
  moveProposal,
  proposalLetters,
  proposalsPath,
  proposalStatus,
  proposalWish,
  sentProposal,
} from '../../tests/proposals.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('a revision', () => {
  it('is a draft of its own; sent, it takes the place of the earlier one, and each points to the other', async () => {
    const first = await sentProposal(world)
    const answer = await world.sam.post(`${first}/revision`)
    expect(answer.status).toBe(201)
    const second = `${proposalsPath}/${answer.body.id}`
    expect(answer.body).toMatchObject({ status: 'draft', revision: 2, title: 'Handbook project', totalCost: 25_100 })
    expect(answer.body.revises).toMatchObject({ id: first.split('/').at(-1), revision: 1 })
    expect((await world.sam.get(first)).body).toMatchObject({
      status: 'sent',
      revisedBy: { revision: 2, sentAt: null },
    })
    // The client sees nothing of it yet, and may still answer the first.
    expect((await world.ann.get(first)).body).toMatchObject({ revisedBy: null, versions: [{ revision: 1 }] })
    expect((await world.ann.get(second)).status).toBe(404)
    await world.sam.put(second, proposalWish(world, { title: 'Handbook project, leaner' }))
    const before = (await proposalLetters(world)).length
    expect((await moveProposal(world.sam, second, 'sent')).status).toBe(200)
    expect((await proposalLetters(world)).slice(before).map(({ subject }) => subject)).toEqual([
      'A proposal is waiting for your answer',
    ])
    expect((await world.ann.get(first)).body).toMatchObject({
      status: 'withdrawn',
      title: 'Handbook project',
      revisedBy: { id: answer.body.id, revision: 2 },
    })
    const read = (await world.ann.get(second)).body
    expect(read).toMatchObject({ status: 'sent', title: 'Handbook project, leaner', revises: { revision: 1 } })
    expect(read.versions.map((each: { revision: number; status: string }) => [each.revision, each.status])).toEqual([
      [2, 'sent'],
      [1, 'withdrawn'],
    ])
    const moved = (await world.trail()).filter(({ entityId }) => entityId === first.split('/').at(-1))
    expect(moved.at(-1)).toMatchObject({
      action: 'proposal.withdrawn',
      details: { before: 'sent', after: 'withdrawn' },
    })
    expect((await world.sam.post(`${first}/revision`)).body.message).toBe(
      'Version 2 has taken the place of this one. Revise that one.',
    )
  })

  it('is there once at a time, again after a withdrawn draft, and with the next number after that', async () => {
    const first = await sentProposal(world)
    const draft = `${proposalsPath}/${(await world.sam.post(`${first}/revision`)).body.id}`
    const refused = await world.sam.post(`${first}/revision`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Version 2 is being drafted already. Edit that one, or withdraw it first.',
    ])
    await moveProposal(world.sam, draft, 'withdrawn')
    const second = `${proposalsPath}/${(await world.sam.post(`${first}/revision`)).body.id}`
    await moveProposal(world.sam, second, 'sent')
    await moveProposal(world.ann, second, 'rejected')
    const third = await world.sam.post(`${second}/revision`)
    expect(third.body).toMatchObject({ revision: 3, revises: { revision: 2 } })
    expect((await world.sam.get(second)).body.versions).toHaveLength(4)
    expect((await world.ann.get(second)).body.versions).toHaveLength(2)
  })

  it('can not be sent any more when the client approved the earlier version meanwhile', async () => {
    const first = await sentProposal(world)
    const second = `${proposalsPath}/${(await world.sam.post(`${first}/revision`)).body.id}`
    await moveProposal(world.ann, first, 'approved')
    const refused = await moveProposal(world.sam, second, 'sent')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The client has approved version 1 meanwhile. Withdraw this draft.',
    ])
    expect(await proposalStatus(world, first)).toBe('approved')
    expect(await proposalStatus(world, second)).toBe('draft')
  })

  it('is made of none that was not sent, or is approved', async () => {
    expect((await world.sam.post(`${await draftedProposal(world)}/revision`)).status).toBe(409)
    const approved = await sentProposal(world)
    await moveProposal(world.ann, approved, 'approved')
    expect((await world.sam.post(`${approved}/revision`)).status).toBe(409)
    expect((await world.ann.post(`${approved}/revision`)).status).toBe(403)
    expect((await world.sue.post(`${approved}/revision`)).status).toBe(404)
  })
})
