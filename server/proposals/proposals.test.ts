import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ProposalStatus } from '../../domain/proposal.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { openTab } from '../../tests/tab.ts'
import { type Answer, type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const path = '/api/proposals'
const line = { customName: 'Handbook review', estimatedHours: 2, hourlyRate: 12_550 }
const today = () => officeDate(world.db.now)
const typed = (more: object = {}) => ({
  clientFolderId: world.folders.acme.id,
  title: 'Handbook project',
  description: 'A first handbook for the shop.',
  services: [line],
  timeline: [{ phase: 'Reading', duration: '1-2 weeks' }],
  validUntil: daysAfter(today(), 30),
  ...more,
})
const drafted = async (more: object = {}): Promise<string> => {
  const answer = await world.sam.post(path, typed(more))
  expect(answer.status, answer.text).toBe(201)
  return `${path}/${answer.body.id}`
}
const move = (who: Caller, url: string, status: string, comment?: string) =>
  who.patch(`${url}/status`, { status, ...(comment === undefined ? {} : { comment }) })
const sent = async (more: object = {}): Promise<string> => {
  const url = await drafted(more)
  expect((await move(world.sam, url, 'sent')).status).toBe(200)
  return url
}
const statusOf = async (url: string) => (await world.alice.get(url)).body.status
const count = async () => (await world.db.one<{ n: number }>(sql`select count(*) as n from proposals`)).n
const letters = async () => (await world.mail()).filter(({ subject }) => /proposal/i.test(subject))
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted((one, other) => one - other)

describe('a proposal', () => {
  it('is drafted by the team with sums of the portal, and leaves its trace', async () => {
    const answer = await world.sam.post(path, typed())
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
      services: [{ ...line, serviceRateId: null, description: null, totalCost: 25_100 }],
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
    const more = { totalCost: 25_100, services: [{ ...line, totalCost: 25_100 }] }
    expect((await world.alice.post(path, typed(more))).status).toBe(201)
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
    const url = await drafted({ services })
    await world.alice.put(`/api/service-rates/${rate}`, {
      ...card,
      serviceName: 'Other',
      hourlyRate: 1,
      isActive: false,
    })
    const { body } = await world.sam.get(url)
    expect([body.services[0].customName, body.totalCost]).toEqual(['Payroll check', 45_000])
    // The card that stands on it already may stay; on a new one it is refused.
    expect((await world.sam.put(url, typed({ services }))).status).toBe(200)
    const refused = await world.sam.post(path, typed({ services }))
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'services.0.serviceRateId'])
  })

  it('is edited while it is a draft', async () => {
    const url = await drafted()
    const answer = await world.sam.put(url, typed({ title: 'Another', services: [line, line] }), { 'if-match': '"1"' })
    expect(answer.body).toMatchObject({ title: 'Another', totalCost: 50_200, version: 2 })
    expect((await world.sam.put(url, typed(), { 'if-match': '"1"' })).status).toBe(412)
  })

  it('is sent to the client, who reads it and gets a letter that tells nothing of it', async () => {
    const url = await drafted()
    const before = (await letters()).length
    expect((await world.ann.get(url)).status).toBe(404)
    const answer = await move(world.sam, url, 'sent')
    expect(answer.body).toMatchObject({ status: 'sent', allowed: ['withdraw', 'revise'] })
    expect(answer.body.sentAt).not.toBeNull()
    expect((await world.ann.get(url)).body).toMatchObject({ status: 'sent', allowed: ['approve', 'reject'] })
    const [letter] = (await letters()).slice(before)
    expect(letter).toMatchObject({ to: 'ann@example.com', subject: 'A proposal is waiting for your answer' })
    expect(letter?.text).toContain(url.replace('/api', ''))
    expect(letter?.text).not.toMatch(/Handbook|251|\$/)
    expect((await move(world.sam, url, 'sent')).status).toBe(409)
    expect((await letters()).length).toBe(before + 1)
  })

  it('is approved by the client with a comment, once, and its writer and consultant hear of it', async () => {
    const url = `${path}/${(await world.alice.post(path, typed())).body.id}`
    await move(world.alice, url, 'sent')
    const before = (await letters()).length
    const answer = await move(world.ann, url, 'approved', 'Start in May, please.')
    expect(answer.body).toMatchObject({
      status: 'approved',
      decidedByName: 'Ann Keller',
      comment: 'Start in May, please.',
      allowed: [],
    })
    expect((await letters()).slice(before).map(({ to, subject }) => [to, subject])).toEqual([
      ['sam@example.com', 'A proposal was approved'],
      ['alice@example.com', 'A proposal was approved'],
    ])
    expect((await world.alice.get(url)).body.allowed).toEqual(['make-contract'])
    expect((await world.sam.get(url)).body.allowed).toEqual([])
    const again = await move(world.ann, url, 'approved')
    expect([again.status, again.body.message]).toEqual([409, 'An approved proposal stays as it is.'])
    expect((await world.alice.get(url)).body.comment).toBe('Start in May, please.')
    expect(JSON.stringify(await world.trail())).not.toContain('May, please')
  })

  it('is answered without a word to a writer who has lost the folder since', async () => {
    const given = { name: 'Moves', services: 'x', assignedStaffId: world.people.sam.id, clientId: world.people.ann.id }
    const { id: clientFolderId } = (await world.alice.post('/api/client-folders', given)).body
    const url = await sent({ clientFolderId })
    await world.alice.patch(`/api/client-folders/${clientFolderId}`, { assignedStaffId: world.people.sue.id })
    const before = (await letters()).length
    await move(world.ann, url, 'approved')
    expect((await letters()).slice(before).map(({ to }) => to)).toEqual(['sue@example.com'])
    expect((await world.sam.get(url)).status).toBe(404)
  })

  it('is declined, and can then be revised', async () => {
    const url = await sent()
    const before = (await letters()).length
    expect((await move(world.ann, url, 'rejected', 'Too much.')).body.status).toBe('rejected')
    expect((await letters()).slice(before).map(({ subject }) => subject)).toEqual(['A proposal was declined'])
    expect((await world.sam.get(url)).body.allowed).toEqual(['revise'])
  })

  it('is withdrawn as a draft unseen, and after it was sent in plain sight', async () => {
    const unseen = await drafted()
    await move(world.sam, unseen, 'withdrawn')
    expect((await world.ann.get(unseen)).status).toBe(404)
    const seen = await sent()
    expect((await move(world.alice, seen, 'withdrawn')).body.status).toBe('withdrawn')
    expect((await world.ann.get(seen)).body).toMatchObject({ status: 'withdrawn', allowed: [] })
  })

  it('is printed for whoever may read it', async () => {
    const url = await sent()
    const answer = await world.ann.get(`${url}/pdf`)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.headers['content-disposition']).toContain('inline; filename="Handbook project.pdf"')
    expect(answer.text.startsWith('%PDF-')).toBe(true)
    expect((await world.eve.get(`${url}/pdf`)).status).toBe(404)
    expect((await world.ann.get(`${await drafted()}/pdf`)).status).toBe(404)
  })

  it('is printed under a name that ends between two characters, never within one', async () => {
    const url = await drafted({ title: `${'x'.repeat(119)}\u{1f4d8} and more` })
    const { status, headers } = await world.sam.get(`${url}/pdf`)
    expect([status, headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining(`${'x'.repeat(119)}%F0%9F%93%98.pdf`),
    ])
  })
})

describe('a revision', () => {
  it('is a draft of its own; sent, it takes the place of the earlier one, and each points to the other', async () => {
    const first = await sent()
    const answer = await world.sam.post(`${first}/revision`)
    expect(answer.status).toBe(201)
    const second = `${path}/${answer.body.id}`
    expect(answer.body).toMatchObject({ status: 'draft', revision: 2, title: 'Handbook project', totalCost: 25_100 })
    expect(answer.body.revises).toMatchObject({ id: first.split('/').at(-1), revision: 1 })
    expect((await world.sam.get(first)).body).toMatchObject({
      status: 'sent',
      revisedBy: { revision: 2, sentAt: null },
    })
    // The client sees nothing of it yet, and may still answer the first.
    expect((await world.ann.get(first)).body).toMatchObject({ revisedBy: null, versions: [{ revision: 1 }] })
    expect((await world.ann.get(second)).status).toBe(404)
    await world.sam.put(second, typed({ title: 'Handbook project, leaner' }))
    expect((await move(world.sam, second, 'sent')).status).toBe(200)
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
    const first = await sent()
    const draft = `${path}/${(await world.sam.post(`${first}/revision`)).body.id}`
    const refused = await world.sam.post(`${first}/revision`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Version 2 is being drafted already. Edit that one, or withdraw it first.',
    ])
    await move(world.sam, draft, 'withdrawn')
    const second = `${path}/${(await world.sam.post(`${first}/revision`)).body.id}`
    await move(world.sam, second, 'sent')
    await move(world.ann, second, 'rejected')
    const third = await world.sam.post(`${second}/revision`)
    expect(third.body).toMatchObject({ revision: 3, revises: { revision: 2 } })
    expect((await world.sam.get(second)).body.versions).toHaveLength(4)
    expect((await world.ann.get(second)).body.versions).toHaveLength(2)
  })

  it('can not be sent any more when the client approved the earlier version meanwhile', async () => {
    const first = await sent()
    const second = `${path}/${(await world.sam.post(`${first}/revision`)).body.id}`
    await move(world.ann, first, 'approved')
    const refused = await move(world.sam, second, 'sent')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The client has approved version 1 meanwhile. Withdraw this draft.',
    ])
    expect(await statusOf(first)).toBe('approved')
    expect(await statusOf(second)).toBe('draft')
  })

  it('is made of none that was not sent, or is approved', async () => {
    expect((await world.sam.post(`${await drafted()}/revision`)).status).toBe(409)
    const approved = await sent()
    await move(world.ann, approved, 'approved')
    expect((await world.sam.post(`${approved}/revision`)).status).toBe(409)
    expect((await world.ann.post(`${approved}/revision`)).status).toBe(403)
    expect((await world.sue.post(`${approved}/revision`)).status).toBe(404)
  })
})

describe('the list of proposals', () => {
  it('shows each person theirs, by status, folder and words', async () => {
    const acme = world.folders.acme.id
    const elmwoods = await world.sue.post(
      path,
      typed({ clientFolderId: world.folders.elmwood.id, title: 'Quartz plan' }),
    )
    await drafted({ title: 'Quartz draft' })
    await sent({ title: 'Quartz offer' })
    const titles = async (who: Caller, query: string) =>
      (await who.get(`${path}?${query}`)).body.map(({ title }: { title: string }) => title)
    expect(await titles(world.alice, 'q=quartz')).toEqual(['Quartz offer', 'Quartz draft', 'Quartz plan'])
    expect(await titles(world.sam, 'q=quartz')).toEqual(['Quartz offer', 'Quartz draft'])
    expect(await titles(world.sue, 'q=quartz')).toEqual(['Quartz plan'])
    expect(await titles(world.ann, 'q=quartz')).toEqual(['Quartz offer'])
    expect(await titles(world.eve, 'q=quartz')).toEqual([])
    expect(await titles(world.alice, `q=quartz&clientFolderId=${acme}&status=draft`)).toEqual(['Quartz draft'])
    expect(await titles(world.sue, `clientFolderId=${acme}`)).toEqual([])
    expect(await titles(world.ann, 'status=draft')).toEqual([])
    expect((await world.alice.get(`${path}?q=Elmwood`)).body[0].id).toBe(elmwoods.body.id)
    expect((await world.alice.get(`${path}?status=lost`)).status).toBe(400)
    expect((await world.alice.get(`${path}?clientFolderId=acme`)).status).toBe(400)
  })

  it('says of each what reading it says, to everybody', async () => {
    const rows = await world.db.rows<{ id: string }>(sql`select id from proposals`)
    for (const who of [world.alice, world.sam, world.sue, world.ann, world.eve]) {
      const listed = (await who.get(`${path}?limit=200`)).body as { id: string }[]
      for (const { id } of rows) {
        const { versions: _, ...one } = (await who.get(`${path}/${id}`)).body
        const found = listed.find((each) => each.id === id)
        if (found === undefined) expect(one.code).toBe('not-found')
        else expect(found).toEqual(one)
      }
    }
  })
})

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

  it('makes a sent proposal expired: it can be revised, and not approved, declined or withdrawn', async () => {
    const url = await sent({ validUntil: today() })
    expect(await statusOf(url)).toBe('sent')
    pass(1)
    const [ann, sam] = [await fresh('ann'), await fresh('sam')]
    expect((await ann.get(url)).body).toMatchObject({ status: 'expired', allowed: [] })
    expect((await sam.get(url)).body.allowed).toEqual(['revise'])
    for (const status of ['approved', 'rejected'])
      expect((await move(ann, url, status)).body).toMatchObject({
        code: 'conflict',
        message: 'This proposal has expired. The team can send a revised one.',
      })
    expect((await move(sam, url, 'withdrawn')).status).toBe(409)
    const revision = await sam.post(`${url}/revision`)
    const late = await move(sam, `${path}/${revision.body.id}`, 'sent')
    expect(late.body.message).toBe(
      'The day until which this proposal is valid is over. Choose a later one before you send it.',
    )
    await sam.put(`${path}/${revision.body.id}`, typed({ validUntil: daysAfter(today(), 7) }))
    expect((await move(sam, `${path}/${revision.body.id}`, 'sent')).status).toBe(200)
    expect((await sam.get(url)).body).toMatchObject({ status: 'expired', revisedBy: { revision: 2 } })
  })

  it('is the same in the list’s filter, in what is read, and in the domain', async () => {
    for (const validUntil of [today(), daysAfter(today(), 1)]) await sent({ validUntil })
    pass(1)
    const sam = await fresh('sam')
    const all = (await sam.get(`${path}?limit=200`)).body as { id: string; status: string; validUntil: string }[]
    expect(all.some(({ status }) => status === 'expired')).toBe(true)
    for (const status of ProposalStatus.options) {
      const filtered = (await sam.get(`${path}?limit=200&status=${status}`)).body
      expect(filtered).toEqual(all.filter((each) => each.status === status))
    }
    for (const { status, validUntil } of all)
      if (status === 'sent' || status === 'expired') expect(status).toBe(validUntil < today() ? 'expired' : 'sent')
  })
})

describe('a proposal refuses', () => {
  it.each([
    ['a folder that is none', { clientFolderId: '01890000-0000-7000-8000-00000000dead' }, 'clientFolderId'],
    ['a colleague’s folder', { clientFolderId: 'elmwood' }, 'clientFolderId'],
    ['no line', { services: [] }, 'services'],
    ['501 lines', { services: Array.from({ length: 501 }, () => line) }, 'services'],
    ['a total that disagrees', { totalCost: 1 }, 'totalCost'],
    ['dollars for cents', { totalCost: 251 }, 'totalCost'],
    ['hours in words', { services: [{ ...line, estimatedHours: 'two' }] }, 'services.0.estimatedHours'],
    ['a day that is over', { validUntil: '2020-01-01' }, 'validUntil'],
    ['a day that is none', { validUntil: '2026-13-01' }, 'validUntil'],
    ['a description without end', { description: 'x'.repeat(10_001) }, 'description'],
    ['keys that it does not know', { createdById: 'mona' }, ''],
    ['a status of one’s own', { status: 'approved' }, ''],
  ])('%s, and stores nothing', async (_what, part: Record<string, unknown>, at) => {
    const more = part.clientFolderId === 'elmwood' ? { clientFolderId: world.folders.elmwood.id } : part
    const [before, url] = [await count(), await drafted()]
    for (const answer of [await world.sam.post(path, typed(more)), await world.sam.put(url, typed(more))]) {
      expect([answer.status, answer.body.issues[0].path], answer.text).toEqual([400, at])
      expect(answer.body.message).toMatch(/^[A-Z].*[.?]$/)
    }
    expect([await count(), (await world.sam.get(url)).body.version]).toEqual([before + 1, 1])
  })

  it('the same sentence for an unknown folder and for somebody else’s', async () => {
    const sentences = []
    for (const clientFolderId of [world.people.ann.id, world.folders.elmwood.id])
      sentences.push((await world.sam.post(path, typed({ clientFolderId }))).body)
    expect(sentences[0]).toEqual(sentences[1])
  })

  it('edits once it was sent, by anybody', async () => {
    const url = await sent()
    for (const who of [world.sam, world.alice]) {
      const answer = await who.put(url, typed({ title: 'Other' }))
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'This proposal was sent and can no longer be edited. Revise it to change something.',
      ])
    }
    expect((await world.ann.put(url, typed({ title: 'Other' }))).status).toBe(403)
    expect((await world.sue.put(url, typed({ title: 'Other' }))).status).toBe(404)
    expect((await world.sam.get(url)).body).toMatchObject({ title: 'Handbook project', version: 2 })
  })

  it('the other side’s moves', async () => {
    const url = await sent()
    for (const who of [world.sam, world.alice, world.mona])
      for (const status of ['approved', 'rejected'])
        expect((await move(who, url, status)).body.message).toBe(
          'Only the client of this folder can approve or decline a proposal.',
        )
    for (const status of ['withdrawn', 'sent', 'draft']) expect((await move(world.ann, url, status)).status).toBe(403)
    expect((await world.ann.post(path, typed())).status).toBe(403)
    for (const who of [world.eve, world.sue]) expect((await move(who, url, 'approved')).status).toBe(404)
    expect((await world.visitor.get(url)).status).toBe(401)
    expect((await move(world.ann, await drafted(), 'approved')).status).toBe(404)
    expect((await move(world.sam, url, 'expired')).status).toBe(400)
    expect(await statusOf(url)).toBe('sent')
  })

  it('everything in an archived folder', async () => {
    const [draft, waiting] = [await drafted(), await sent()]
    const folder = `/api/client-folders/${world.folders.acme.id}`
    await world.alice.patch(folder, { status: 'archived' })
    const refused = [
      await world.sam.post(path, typed()),
      await world.sam.put(draft, typed()),
      await move(world.sam, draft, 'sent'),
      await move(world.sam, waiting, 'withdrawn'),
      await move(world.ann, waiting, 'approved'),
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
    const url = `${path}/${(await world.alice.post(path, typed())).body.id}`
    const answer = await world.alice.put(url, typed({ clientFolderId: world.folders.elmwood.id }))
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'clientFolderId'])
  })
})

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
      const url = await sent()
      const before = (await letters()).length
      const [first, second] = pair()
      const answers = await Promise.all([
        move(world[first![0]], url, first![1]),
        move(elsewhere(world[second![0]].cookie), url, second![1]),
      ])
      expect(statuses(answers)).toEqual([200, 409])
      const won = answers.find(({ status }) => status === 200)?.body.status
      expect(await statusOf(url)).toBe(won)
      expect((await letters()).length - before).toBe(won === 'withdrawn' ? 0 : 1)
    }
  })

  it('of an edit and the sending one wins, so that nobody is sent what was not read', async () => {
    for (let round = 0; round < 6; round++) {
      const url = await drafted()
      const match = { 'if-match': '"1"' }
      const answers = await Promise.all([
        world.sam.put(url, typed({ title: 'Edited' }), match),
        elsewhere(world.alice.cookie).patch(`${url}/status`, { status: 'sent' }, match),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const { status, title } = (await world.sam.get(url)).body
      expect([status, title]).toEqual(answers[0].status === 200 ? ['draft', 'Edited'] : ['sent', 'Handbook project'])
    }
  })

  it('two revisions of one version are one', async () => {
    const url = await sent()
    const answers = await Promise.all([
      world.sam.post(`${url}/revision`),
      elsewhere(world.alice.cookie).post(`${url}/revision`),
    ])
    expect(statuses(answers)).toEqual([201, 409])
  })

  it('an approval and the sending of a newer version: one of them is refused', async () => {
    for (let round = 0; round < 6; round++) {
      const first = await sent()
      const second = `${path}/${(await world.sam.post(`${first}/revision`)).body.id}`
      const answers = await Promise.all([
        move(world.ann, first, 'approved'),
        move(elsewhere(world.sam.cookie), second, 'sent'),
      ])
      expect(statuses(answers)).toEqual([200, 409])
      expect([await statusOf(first), await statusOf(second)]).toEqual(
        answers[0].status === 200 ? ['approved', 'draft'] : ['withdrawn', 'sent'],
      )
    }
  })

  it('an approval at the turn of the day counts by the office’s clock', async () => {
    const [early, late] = [await sent({ validUntil: today() }), await sent({ validUntil: today() })]
    const began = world.db.now.getTime()
    const { id, role } = world.people.ann
    // 22:59 or 23:59 in Virginia, as the season has it, and two hours later.
    const lastHour = Date.parse(`${daysAfter(today(), 1)}T03:59:00Z`)
    world.pass({ minutes: Math.round((lastHour - began) / 60_000) })
    expect((await move(await world.signIn(id, role), early, 'approved')).status).toBe(200)
    world.pass({ hours: 2 })
    const refused = await move(await world.signIn(id, role), late, 'approved')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This proposal has expired. The team can send a revised one.',
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
    const url = await drafted()
    const id = url.split('/').at(-1) as string
    const heard = { type: 'proposals', id, clientFolderId: world.folders.acme.id }
    await expect.poll(() => sam?.heard).toContainEqual(heard)
    expect(ann?.text()).not.toContain(id)
    await move(world.sam, url, 'sent')
    await expect.poll(() => ann?.heard).toContainEqual(heard)
    const before = sam?.heard.length ?? 0
    await move(world.ann, url, 'approved')
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
    const before = (await letters()).length
    await sent()
    expect((await letters()).length).toBe(before)
    tab.close()
  })
})
