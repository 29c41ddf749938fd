import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import {
  draftedProposal,
  setProposalStatus,
  proposalsPath,
  proposalStatus,
  proposalInput,
  sentProposal,
  proposalLine,
} from '../../tests/proposals.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const count = async () =>
  (await testApp.db.one(typed(z.object({ n: z.number() }))`select count(*) as n from proposals`)).n

describe('a proposal', () => {
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
  ])('refuses %s, and stores nothing', async (_what, part: Record<string, unknown>, at) => {
    const more = part.clientFolderId === 'elmwood' ? { clientFolderId: testApp.folders.elmwood.id } : part
    const [before, url] = [await count(), await draftedProposal(testApp)]
    for (const answer of [
      await testApp.sam.post(proposalsPath, proposalInput(testApp, more)),
      await testApp.sam.put(url, proposalInput(testApp, more)),
    ]) {
      expect([answer.status, answer.body.issues[0].path], answer.text).toEqual([400, at])
      expect(answer.body.message).toMatch(/^[A-Z].*[.?]$/)
    }
    expect([await count(), (await testApp.sam.get(url)).body.version]).toEqual([before + 1, 1])
  })

  it('refuses an unknown folder and someone else’s with the same sentence', async () => {
    const sentences = []
    for (const clientFolderId of [testApp.people.ann.id, testApp.folders.elmwood.id])
      sentences.push((await testApp.sam.post(proposalsPath, proposalInput(testApp, { clientFolderId }))).body)
    expect(sentences[0]).toEqual(sentences[1])
  })

  it('refuses edits by anyone once it was sent', async () => {
    const url = await sentProposal(testApp)
    for (const who of [testApp.sam, testApp.alice]) {
      const answer = await who.put(url, proposalInput(testApp, { title: 'Other' }))
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'This proposal was sent, so it can’t be edited. Revise it instead.',
      ])
    }
    expect((await testApp.ann.put(url, proposalInput(testApp, { title: 'Other' }))).status).toBe(403)
    expect((await testApp.sue.put(url, proposalInput(testApp, { title: 'Other' }))).status).toBe(404)
    expect((await testApp.sam.get(url)).body).toMatchObject({ title: 'Handbook project', version: 2 })
  })

  it('refuses actions of the other side', async () => {
    const url = await sentProposal(testApp)
    for (const who of [testApp.sam, testApp.alice, testApp.mona])
      for (const status of ['approved', 'rejected'])
        expect((await setProposalStatus(who, url, status)).body.message).toBe(
          'Only the client of this folder can approve or decline a proposal.',
        )
    for (const status of ['withdrawn', 'sent', 'draft'])
      expect((await setProposalStatus(testApp.ann, url, status)).status).toBe(403)
    expect((await testApp.ann.post(proposalsPath, proposalInput(testApp))).status).toBe(403)
    for (const who of [testApp.eve, testApp.sue])
      expect((await setProposalStatus(who, url, 'approved')).status).toBe(404)
    expect((await testApp.visitor.get(url)).status).toBe(401)
    expect((await setProposalStatus(testApp.ann, await draftedProposal(testApp), 'approved')).status).toBe(404)
    expect((await setProposalStatus(testApp.sam, url, 'expired')).status).toBe(400)
    expect(await proposalStatus(testApp, url)).toBe('sent')
  })

  it('refuses everything in an archived folder', async () => {
    const [draft, waiting] = [await draftedProposal(testApp), await sentProposal(testApp)]
    const folder = `/api/client-folders/${testApp.folders.acme.id}`
    await testApp.alice.patch(folder, { status: 'archived' })
    const refused = [
      await testApp.sam.post(proposalsPath, proposalInput(testApp)),
      await testApp.sam.put(draft, proposalInput(testApp)),
      await setProposalStatus(testApp.sam, draft, 'sent'),
      await setProposalStatus(testApp.sam, waiting, 'withdrawn'),
      await setProposalStatus(testApp.ann, waiting, 'approved'),
      await testApp.sam.post(`${waiting}/revision`),
    ]
    for (const { status, body } of refused)
      expect([status, body.message]).toEqual([
        409,
        'This folder is archived and can only be read. Make it active to change it.',
      ])
    for (const url of [draft, waiting]) expect((await testApp.sam.get(url)).body.allowed).toEqual([])
    expect((await testApp.ann.get(waiting)).body.allowed).toEqual([])
    await testApp.alice.patch(folder, { status: 'active' })
  })

  it('refuses a change of its folder', async () => {
    const url = `${proposalsPath}/${(await testApp.alice.post(proposalsPath, proposalInput(testApp))).body.id}`
    const answer = await testApp.alice.put(url, proposalInput(testApp, { clientFolderId: testApp.folders.elmwood.id }))
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'clientFolderId'])
  })
})
