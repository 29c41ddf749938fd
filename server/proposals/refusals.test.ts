import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../tests/world.ts'
import {
  draftedProposal,
  moveProposal,
  proposalsPath,
  proposalStatus,
  proposalWish,
  sentProposal,
  proposalLine,
} from '../../tests/proposals.ts'
import { typed } from '../kit/row-types.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const count = async () =>
  (await world.db.one(typed(z.object({ n: z.number() }))`select count(*) as n from proposals`)).n

describe('a proposal refuses', () => {
  it.each([
    ['a folder that is none', { clientFolderId: '01890000-0000-7000-8000-00000000dead' }, 'clientFolderId'],
    ['a colleague’s folder', { clientFolderId: 'elmwood' }, 'clientFolderId'],
    ['no line', { services: [] }, 'services'],
    ['501 lines', { services: Array.from({ length: 501 }, () => proposalLine) }, 'services'],
    ['a total that disagrees', { totalCost: 1 }, 'totalCost'],
    ['dollars for cents', { totalCost: 251 }, 'totalCost'],
    ['hours in words', { services: [{ ...proposalLine, estimatedHours: 'two' }] }, 'services.0.estimatedHours'],
    ['a day that is over', { validUntil: '2020-01-01' }, 'validUntil'],
    ['a day that is none', { validUntil: '2026-13-01' }, 'validUntil'],
    ['a description without end', { description: 'x'.repeat(10_001) }, 'description'],
    ['keys that it does not know', { createdById: 'mona' }, ''],
    ['a status of one’s own', { status: 'approved' }, ''],
  ])('%s, and stores nothing', async (_what, part: Record<string, unknown>, at) => {
    const more = part.clientFolderId === 'elmwood' ? { clientFolderId: world.folders.elmwood.id } : part
    const [before, url] = [await count(), await draftedProposal(world)]
    for (const answer of [
      await world.sam.post(proposalsPath, proposalWish(world, more)),
      await world.sam.put(url, proposalWish(world, more)),
    ]) {
      expect([answer.status, answer.body.issues[0].path], answer.text).toEqual([400, at])
      expect(answer.body.message).toMatch(/^[A-Z].*[.?]$/)
    }
    expect([await count(), (await world.sam.get(url)).body.version]).toEqual([before + 1, 1])
  })

  it('the same sentence for an unknown folder and for somebody else’s', async () => {
    const sentences = []
    for (const clientFolderId of [world.people.ann.id, world.folders.elmwood.id])
      sentences.push((await world.sam.post(proposalsPath, proposalWish(world, { clientFolderId }))).body)
    expect(sentences[0]).toEqual(sentences[1])
  })

  it('edits once it was sent, by anybody', async () => {
    const url = await sentProposal(world)
    for (const who of [world.sam, world.alice]) {
      const answer = await who.put(url, proposalWish(world, { title: 'Other' }))
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'This proposal was sent and can no longer be edited. Revise it to change something.',
      ])
    }
    expect((await world.ann.put(url, proposalWish(world, { title: 'Other' }))).status).toBe(403)
    expect((await world.sue.put(url, proposalWish(world, { title: 'Other' }))).status).toBe(404)
    expect((await world.sam.get(url)).body).toMatchObject({ title: 'Handbook project', version: 2 })
  })

  it('the other side’s moves', async () => {
    const url = await sentProposal(world)
    for (const who of [world.sam, world.alice, world.mona])
      for (const status of ['approved', 'rejected'])
        expect((await moveProposal(who, url, status)).body.message).toBe(
          'Only the client of this folder can approve or decline a proposal.',
        )
    for (const status of ['withdrawn', 'sent', 'draft'])
      expect((await moveProposal(world.ann, url, status)).status).toBe(403)
    expect((await world.ann.post(proposalsPath, proposalWish(world))).status).toBe(403)
    for (const who of [world.eve, world.sue]) expect((await moveProposal(who, url, 'approved')).status).toBe(404)
    expect((await world.visitor.get(url)).status).toBe(401)
    expect((await moveProposal(world.ann, await draftedProposal(world), 'approved')).status).toBe(404)
    expect((await moveProposal(world.sam, url, 'expired')).status).toBe(400)
    expect(await proposalStatus(world, url)).toBe('sent')
  })

  it('everything in an archived folder', async () => {
    const [draft, waiting] = [await draftedProposal(world), await sentProposal(world)]
    const folder = `/api/client-folders/${world.folders.acme.id}`
    await world.alice.patch(folder, { status: 'archived' })
    const refused = [
      await world.sam.post(proposalsPath, proposalWish(world)),
      await world.sam.put(draft, proposalWish(world)),
      await moveProposal(world.sam, draft, 'sent'),
      await moveProposal(world.sam, waiting, 'withdrawn'),
      await moveProposal(world.ann, waiting, 'approved'),
      await world.sam.post(`${waiting}/revision`),
    ]
    for (const { status, body } of refused)
      expect([status, body.message]).toEqual([
        409,
        'This folder is archived and can only be read. Make it active to change it.',
      ])
    for (const url of [draft, waiting]) expect((await world.sam.get(url)).body.allowed).toEqual([])
    expect((await world.ann.get(waiting)).body.allowed).toEqual([])
    await world.alice.patch(folder, { status: 'active' })
  })

  it('to leave its folder', async () => {
    const url = `${proposalsPath}/${(await world.alice.post(proposalsPath, proposalWish(world))).body.id}`
    const answer = await world.alice.put(url, proposalWish(world, { clientFolderId: world.folders.elmwood.id }))
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'clientFolderId'])
  })
})
