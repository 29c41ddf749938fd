import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, createWorld, type World } from '../../tests/world.ts'
import {
  draftedProposal,
  moveProposal,
  proposalLetters,
  proposalLine,
  proposalsPath,
  proposalWish,
  sentProposal,
} from '../../tests/proposals.ts'
import { IdRow, typed } from '../kit/row-types.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('a proposal', () => {
  it('is drafted by the team with sums of the portal, and leaves its trace', async () => {
    const answer = await world.sam.post(proposalsPath, proposalWish(world))
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      clientFolderName: 'Acme Tooling',
      createdById: world.people.sam.id,
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
    expect((await world.trail()).at(-1)).toMatchObject({
      action: 'proposal.created',
      actorId: world.people.sam.id,
      entityId: answer.body.id,
    })
    expect(JSON.stringify(await world.trail())).not.toContain('handbook')
  })

  it('takes the total that the screens send when it agrees', async () => {
    const more = { totalCost: 25_100, services: [{ ...proposalLine, totalCost: 25_100 }] }
    expect((await world.alice.post(proposalsPath, proposalWish(world, more))).status).toBe(201)
  })

  it('writes down the name of its rate card, and stays as it is when the card changes or goes out of use', async () => {
    const card = {
      serviceName: 'Payroll check',
      description: 'All of it',
      serviceType: 'hr-operations',
      hourlyRate: 15_000,
    }
    const rate = (await world.alice.post('/api/service-rates', card)).body.id
    const services = [{ serviceRateId: rate, estimatedHours: 3, hourlyRate: 15_000 }]
    const url = await draftedProposal(world, { services })
    await world.alice.put(`/api/service-rates/${rate}`, {
      ...card,
      serviceName: 'Other',
      hourlyRate: 1,
      isActive: false,
    })
    const { body } = await world.sam.get(url)
    expect([body.services[0].customName, body.totalCost]).toEqual(['Payroll check', 45_000])
    // The card that stands on it already may stay; on a new one it is refused.
    expect((await world.sam.put(url, proposalWish(world, { services }))).status).toBe(200)
    const refused = await world.sam.post(proposalsPath, proposalWish(world, { services }))
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'services.0.serviceRateId'])
  })

  it('is edited while it is a draft', async () => {
    const url = await draftedProposal(world)
    const answer = await world.sam.put(
      url,
      proposalWish(world, { title: 'Another', services: [proposalLine, proposalLine] }),
      { 'if-match': '"1"' },
    )
    expect(answer.body).toMatchObject({ title: 'Another', totalCost: 50_200, version: 2 })
    expect((await world.sam.put(url, proposalWish(world), { 'if-match': '"1"' })).status).toBe(412)
  })

  it('is sent to the client, who reads it and gets a letter that tells nothing of it', async () => {
    const url = await draftedProposal(world)
    const before = (await proposalLetters(world)).length
    expect((await world.ann.get(url)).status).toBe(404)
    const answer = await moveProposal(world.sam, url, 'sent')
    expect(answer.body).toMatchObject({ status: 'sent', allowed: ['withdraw', 'revise'] })
    expect(answer.body.sentAt).not.toBeNull()
    expect((await world.ann.get(url)).body).toMatchObject({ status: 'sent', allowed: ['approve', 'reject'] })
    const [letter] = (await proposalLetters(world)).slice(before)
    expect(letter).toMatchObject({ to: 'ann@example.com', subject: 'A proposal is waiting for your answer' })
    expect(letter?.text).toContain(url.replace('/api', ''))
    expect(letter?.text).not.toMatch(/Handbook|251\.|\$/)
    expect((await moveProposal(world.sam, url, 'sent')).status).toBe(409)
    expect((await proposalLetters(world)).length).toBe(before + 1)
  })

  it('is approved by the client with a comment, once, and its writer and consultant hear of it', async () => {
    const url = `${proposalsPath}/${(await world.alice.post(proposalsPath, proposalWish(world))).body.id}`
    await moveProposal(world.alice, url, 'sent')
    const before = (await proposalLetters(world)).length
    const answer = await moveProposal(world.ann, url, 'approved', 'Start in May, please.')
    expect(answer.body).toMatchObject({
      status: 'approved',
      decidedByName: 'Ann Keller',
      comment: 'Start in May, please.',
      allowed: [],
    })
    expect((await proposalLetters(world)).slice(before).map(({ to, subject }) => [to, subject])).toEqual([
      ['sam@example.com', 'A proposal was approved'],
      ['alice@example.com', 'A proposal was approved'],
    ])
    expect((await world.alice.get(url)).body.allowed).toEqual(['make-contract'])
    expect((await world.sam.get(url)).body.allowed).toEqual([])
    const again = await moveProposal(world.ann, url, 'approved')
    expect([again.status, again.body.message]).toEqual([409, 'An approved proposal stays as it is.'])
    expect((await world.alice.get(url)).body.comment).toBe('Start in May, please.')
    expect(JSON.stringify(await world.trail())).not.toContain('May, please')
  })

  it('is answered without a word to a writer who has lost the folder since', async () => {
    const given = { name: 'Moves', services: 'x', assignedStaffId: world.people.sam.id, clientId: world.people.ann.id }
    const { id: clientFolderId } = (await world.alice.post('/api/client-folders', given)).body
    const url = await sentProposal(world, { clientFolderId })
    await world.alice.patch(`/api/client-folders/${clientFolderId}`, { assignedStaffId: world.people.sue.id })
    const before = (await proposalLetters(world)).length
    await moveProposal(world.ann, url, 'approved')
    expect((await proposalLetters(world)).slice(before).map(({ to }) => to)).toEqual(['sue@example.com'])
    expect((await world.sam.get(url)).status).toBe(404)
  })

  it('is declined, and can then be revised', async () => {
    const url = await sentProposal(world)
    const before = (await proposalLetters(world)).length
    expect((await moveProposal(world.ann, url, 'rejected', 'Too much.')).body.status).toBe('rejected')
    expect((await proposalLetters(world)).slice(before).map(({ subject }) => subject)).toEqual([
      'A proposal was declined',
    ])
    expect((await world.sam.get(url)).body.allowed).toEqual(['revise'])
  })

  it('is withdrawn as a draft unseen, and after it was sent in plain sight', async () => {
    const unseen = await draftedProposal(world)
    const before = (await proposalLetters(world)).length
    await moveProposal(world.sam, unseen, 'withdrawn')
    expect((await world.ann.get(unseen)).status).toBe(404)
    expect(await proposalLetters(world)).toHaveLength(before)
    const seen = await sentProposal(world)
    expect((await moveProposal(world.alice, seen, 'withdrawn')).body.status).toBe('withdrawn')
    expect((await world.ann.get(seen)).body).toMatchObject({ status: 'withdrawn', allowed: [] })
    const letter = (await proposalLetters(world)).at(-1)
    expect(letter).toMatchObject({ to: 'ann@example.com', subject: 'A proposal was withdrawn' })
    expect(letter?.text).toContain(seen.replace('/api', ''))
  })

  it('is printed for whoever may read it', async () => {
    const url = await sentProposal(world)
    const answer = await world.ann.get(`${url}/pdf`)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.headers['content-disposition']).toContain('inline; filename="Handbook project.pdf"')
    expect(answer.text.startsWith('%PDF-')).toBe(true)
    expect((await world.eve.get(`${url}/pdf`)).status).toBe(404)
    expect((await world.ann.get(`${await draftedProposal(world)}/pdf`)).status).toBe(404)
  })

  it('is printed under a name that ends between two characters, never within one', async () => {
    const url = await draftedProposal(world, { title: `${'x'.repeat(119)}\u{1f4d8} and more` })
    const { status, headers } = await world.sam.get(`${url}/pdf`)
    expect([status, headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining(`${'x'.repeat(119)}%F0%9F%93%98.pdf`),
    ])
  })
})

describe('the list of proposals', () => {
  it('shows each person theirs, by status, folder and words', async () => {
    const acme = world.folders.acme.id
    const elmwoods = await world.sue.post(
      proposalsPath,
      proposalWish(world, { clientFolderId: world.folders.elmwood.id, title: 'Quartz plan' }),
    )
    await draftedProposal(world, { title: 'Quartz draft' })
    await sentProposal(world, { title: 'Quartz offer' })
    const titles = async (who: Caller, query: string) =>
      (await who.get(`${proposalsPath}?${query}`)).body.map(({ title }: { title: string }) => title)
    expect(await titles(world.alice, 'q=quartz')).toEqual(['Quartz offer', 'Quartz draft', 'Quartz plan'])
    expect(await titles(world.sam, 'q=quartz')).toEqual(['Quartz offer', 'Quartz draft'])
    expect(await titles(world.sue, 'q=quartz')).toEqual(['Quartz plan'])
    expect(await titles(world.ann, 'q=quartz')).toEqual(['Quartz offer'])
    expect(await titles(world.eve, 'q=quartz')).toEqual([])
    expect(await titles(world.alice, `q=quartz&clientFolderId=${acme}&status=draft`)).toEqual(['Quartz draft'])
    expect(await titles(world.sue, `clientFolderId=${acme}`)).toEqual([])
    expect(await titles(world.ann, 'status=draft')).toEqual([])
    expect((await world.alice.get(`${proposalsPath}?q=Elmwood`)).body[0].id).toBe(elmwoods.body.id)
    expect((await world.alice.get(`${proposalsPath}?status=lost`)).status).toBe(400)
    expect((await world.alice.get(`${proposalsPath}?clientFolderId=acme`)).status).toBe(400)
  })

  it('says of each what reading it says, to everybody', async () => {
    const rows = await world.db.rows(typed(IdRow)`select id from proposals`)
    for (const who of [world.alice, world.sam, world.sue, world.ann, world.eve]) {
      const listed = (await who.get(`${proposalsPath}?limit=200`)).body as { id: string }[]
      for (const { id } of rows) {
        const { versions: _, ...one } = (await who.get(`${proposalsPath}/${id}`)).body
        const found = listed.find((each) => each.id === id)
        if (found === undefined) expect(one.code).toBe('not-found')
        else expect(found).toEqual(one)
      }
    }
  })
})
