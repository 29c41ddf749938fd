import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowedMoves } from '../../domain/contract.ts'
import { defaultTerms } from '../../domain/contract-terms.ts'
import { contractInput, proposalIn, proposalLines, proposalTotal, signContract } from '../../tests/contracts.ts'
import { createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const make = async (more: Record<string, unknown> = {}) =>
  (await world.alice.post('/api/contracts', contractInput(world, more))).body
const pathOf = ({ id }: { id: string }) => `/api/contracts/${id}`
const move = (caller: World['alice'], contract: { id: string }, status: string, reason?: string) =>
  caller.patch(`${pathOf(contract)}/status`, { status, ...(reason === undefined ? {} : { reason }) })
const signed = async () => {
  const contract = await make()
  expect((await signContract(world, contract.id)).status).toBe(201)
  return contract
}
const lettersTo = async (name: string) =>
  (await world.mail()).filter(({ to }) => to === `${name}@example.com`).map(({ subject }) => subject)
const lastLine = async () => (await world.trail()).at(-1)

describe('an administrator makes a contract', () => {
  it('that its client sees as a draft, with a letter, a number and the usual terms', async () => {
    const answer = await world.alice.post('/api/contracts', contractInput(world))
    expect(answer.status, answer.text).toBe(201)
    const today = (await world.alice.get('/api/contracts')).body[0].contractNumber.slice(6, 12)
    expect(answer.body).toMatchObject({
      status: 'draft',
      contractNumber: `PROHR-${today}-001`,
      clientFolderId: world.folders.acme.id,
      clientFolderName: 'Acme Tooling',
      createdById: world.people.alice.id,
      totalValue: 450_000,
      services: [],
      terms: defaultTerms,
      endDate: null,
      signedAt: null,
      signature: null,
      version: 1,
      allowed: ['download', 'edit', 'cancel'],
    })
    expect((await world.ann.get(pathOf(answer.body))).body.allowed).toEqual(['download', 'sign', 'decline'])
    expect(await lettersTo('ann')).toEqual(['A contract is waiting for your signature'])
    expect((await world.mail()).at(-1)?.text).toContain(`/contracts/${answer.body.id}`)
    expect(await lastLine()).toMatchObject({ action: 'contract.created', entityId: answer.body.id })
  })

  it('with lines under either name, whose sum is its value', async () => {
    const services = [
      { name: 'Handbook', hours: 12.5, rate: 12_050 },
      { customName: 'Travel', totalCost: 9_900 },
    ]
    for (const sent of [services, JSON.stringify(services)]) {
      const { body } = await world.alice.post(
        '/api/contracts',
        contractInput(world, { services: sent, totalValue: null }),
      )
      expect(body.totalValue).toBe(160_525)
      expect(body.services.map((line: { totalCost: number }) => line.totalCost)).toEqual([150_625, 9_900])
    }
  })

  it('with a number of their own, when it is free and of the form', async () => {
    expect((await make({ contractNumber: 'PROHR-202511-1234' })).contractNumber).toBe('PROHR-202511-1234')
    const wanted = (contractNumber: string) =>
      world.alice.post('/api/contracts', contractInput(world, { contractNumber }))
    const taken = await wanted('PROHR-202511-1234')
    expect([taken.status, taken.body.issues[0].path]).toEqual([409, 'contractNumber'])
    for (const form of ['PROHR-202613-001', 'PROHR-2026-1', 'INV-20261101-01', 'PROHR-202511-000'])
      expect((await wanted(form)).body.issues[0]?.path, form).toBe('contractNumber')
  })

  it.each([
    ['a folder nobody knows', 'clientFolderId', { clientFolderId: '01890000-0000-7000-8000-00000000ffff' }],
    ['a proposal nobody knows', 'proposalId', { proposalId: '01890000-0000-7000-8000-00000000ffff' }],
    ['no client', 'clientName', { clientName: '' }],
    ['no value', 'totalValue', { totalValue: null }],
    ['a value in dollars', 'totalValue', { totalValue: 4500.5 }],
    ['a value below nothing', 'totalValue', { totalValue: -1 }],
    ['a value past all bounds', 'totalValue', { totalValue: 10_000_000_000 }],
    ['a sum that disagrees', 'totalValue', { services: [{ name: 'A', total: 100 }], totalValue: 101 }],
    ['no line', 'services', { services: [] }],
    ['too many lines', 'services', { services: Array.from({ length: 501 }, () => 'x') }],
    ['services in prose', 'services', { services: 'Handbook and training' }],
    [
      'a rate card nobody knows',
      'services.0.serviceRateId',
      { services: [{ serviceRateId: '01890000-0000-7000-8000-00000000ffff', total: 1 }] },
    ],
    ['a date that is none', 'startDate', { startDate: '2026-02-30' }],
    ['an end before its start', 'endDate', { endDate: '2026-11-30' }],
    ['a year that is none', 'startDate', { startDate: '0000-01-01' }],
    ['an unknown key', '', { signedAt: '2026-01-01' }],
  ])('not with %s', async (_what, path, more) => {
    const before = (await world.alice.get('/api/contracts?limit=200')).body.length
    const answer = await world.alice.post('/api/contracts', contractInput(world, more))
    expect([answer.status, answer.body.issues[0]?.path], answer.text).toEqual([400, path])
    expect(answer.body.message).toMatch(/^[A-Z“"].*[.!?a-z]$/)
    expect((await world.alice.get('/api/contracts?limit=200')).body).toHaveLength(before)
  })

  it('not in an archived folder, and nobody else makes one', async () => {
    const folder = (
      await world.alice.post('/api/client-folders', {
        name: 'Shut',
        services: 'x',
        assignedStaffId: world.people.sam.id,
      })
    ).body
    await world.alice.patch(`/api/client-folders/${folder.id}`, { status: 'archived' })
    expect((await world.alice.post('/api/contracts', contractInput(world, { clientFolderId: folder.id }))).status).toBe(
      409,
    )
    for (const caller of [world.sam, world.ann, world.eve])
      expect((await caller.post('/api/contracts', contractInput(world))).status).toBe(403)
    expect((await world.visitor.post('/api/contracts', contractInput(world))).status).toBe(401)
  })
})

describe('a proposal', () => {
  it('fills what is left out, and gives way to what is said', async () => {
    await world.db.run(
      sql`update users set phone = '(757) 555-0100', company = 'Acme LLC' where id = ${world.people.ann.id}`,
    )
    const proposalId = await proposalIn(world, 'sent')
    const bare = { clientFolderId: world.folders.acme.id, proposalId, startDate: '2026-12-01' }
    const { body, status } = await world.alice.post('/api/contracts', bare)
    expect([status, body.totalValue]).toEqual([201, proposalTotal])
    expect(body).toMatchObject({
      proposalId,
      services: proposalLines,
      clientName: 'Ann Keller',
      clientEmail: 'ann@example.com',
      clientPhone: '(757) 555-0100',
      clientCompany: 'Acme LLC',
    })
    const said = { ...bare, clientName: 'Bea', clientPhone: '', totalValue: proposalTotal }
    expect((await world.alice.post('/api/contracts', said)).body).toMatchObject({
      clientName: 'Bea',
      clientPhone: null,
    })
    const disagreeing = await world.alice.post('/api/contracts', { ...bare, totalValue: proposalTotal / 100 })
    expect([disagreeing.status, disagreeing.body.issues[0].path]).toEqual([400, 'totalValue'])
  })

  it('of another folder, or one that is over, is refused like one that is not there', async () => {
    const elsewhere = await proposalIn(world, 'approved', { clientFolderId: world.folders.elmwood.id })
    const over = await Promise.all((['rejected', 'withdrawn'] as const).map((status) => proposalIn(world, status)))
    const expired = await proposalIn(world, 'sent', { validUntil: '2020-01-01' })
    const answers = await Promise.all(
      [elsewhere, ...over, expired, '01890000-0000-7000-8000-00000000ffff'].map((proposalId) =>
        world.alice.post('/api/contracts', contractInput(world, { proposalId, totalValue: null })),
      ),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.body.issues).toEqual([
      { path: 'proposalId', message: 'Please choose a proposal of this folder that is open or approved.' },
    ])
  })

  it('that was approved becomes a contract in one step, starting today, once', async () => {
    const id = await proposalIn(world, 'approved')
    const step = (caller = world.alice, body = {}) => caller.post(`/api/proposals/${id}/contract`, body)
    const { body, status } = await step()
    expect([status, body.totalValue, body.status]).toEqual([201, proposalTotal, 'draft'])
    const { rows } = {
      rows: await world.db.rows<{ day: string }>(
        sql`select (now() at time zone 'America/New_York')::date::text as day`,
      ),
    }
    expect(body.startDate).toBe(rows[0]?.day)
    const again = await step()
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining(body.contractNumber)])
    await move(world.alice, body, 'cancelled')
    expect((await step(world.mona, { startDate: '2027-01-01', endDate: '2027-06-30' })).body).toMatchObject({
      startDate: '2027-01-01',
      endDate: '2027-06-30',
    })
  })

  it('that was not approved, or is not theirs, does not', async () => {
    const sent = await proposalIn(world, 'sent')
    const draft = await proposalIn(world, 'draft')
    const approved = await proposalIn(world, 'approved')
    const step = (caller: World['alice'], id: string) => caller.post(`/api/proposals/${id}/contract`, {})
    expect((await step(world.alice, sent)).status).toBe(409)
    expect((await step(world.ann, draft)).status).toBe(404)
    for (const [caller, status] of [
      [world.ann, 403],
      [world.sam, 403],
      [world.sue, 404],
      [world.eve, 404],
      [world.visitor, 401],
    ] as const)
      expect((await step(caller, approved)).status).toBe(status)
    expect((await step(world.alice, 'no-id')).status).toBe(404)
  })
})

describe('an edit', () => {
  it('changes what it names, keeps the rest, and tells the client to read again', async () => {
    const contract = await make({ services: [{ name: 'Handbook', total: 450_000 }] })
    const { body, status, text } = await world.alice.put(
      pathOf(contract),
      { terms: 'Other terms', clientPhone: '555' },
      { 'if-match': '"1"' },
    )
    expect(status, text).toBe(200)
    expect(body).toMatchObject({
      terms: 'Other terms',
      clientPhone: '555',
      clientName: 'Ann Keller',
      version: 2,
      textVersion: 2,
    })
    expect(body.services).toEqual(contract.services)
    expect(await lettersTo('ann')).toContain('A contract that awaits your signature was changed')
    expect((await lastLine())?.details).toEqual({ fields: ['clientPhone', 'terms'] })
    expect((await world.alice.put(pathOf(contract), { terms: 'x' }, { 'if-match': '"1"' })).status).toBe(412)
  })

  it('sums up anew, and takes what it came from or leaves it', async () => {
    const contract = await make({ services: [{ name: 'Handbook', total: 450_000 }] })
    const put = (body: unknown) => world.alice.put(pathOf(contract), body)
    expect((await put({ services: [{ name: 'A', total: 100 }] })).body.totalValue).toBe(100)
    expect((await put({ totalValue: 99 })).status).toBe(400)
    const proposalId = await proposalIn(world, 'draft')
    expect((await put({ proposalId })).body).toMatchObject({
      proposalId,
      totalValue: proposalTotal,
      services: proposalLines,
    })
    expect((await put({ proposalId: null })).body).toMatchObject({ proposalId: null, services: proposalLines })
    expect(
      (await put({ ...contractInput(world), contractNumber: contract.contractNumber, totalValue: proposalTotal }))
        .status,
    ).toBe(200)
  })

  it.each([
    ['another folder', 'clientFolderId', (w: World) => ({ clientFolderId: w.folders.elmwood.id })],
    ['another number', 'contractNumber', () => ({ contractNumber: 'PROHR-202501-777' })],
    ['no name', 'clientName', () => ({ clientName: ' ' })],
    ['no terms', 'terms', () => ({ terms: '' })],
    ['an end before its start', 'endDate', () => ({ endDate: '2026-01-01' })],
  ])('is refused with %s', async (_what, path, body) => {
    const contract = await make()
    const answer = await world.alice.put(pathOf(contract), body(world))
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
    expect((await world.alice.get(pathOf(contract))).body.version).toBe(1)
  })

  it('is an administrator’s, and of a draft only', async () => {
    const contract = await make()
    for (const [caller, status] of [
      [world.sam, 403],
      [world.ann, 403],
      [world.sue, 404],
      [world.eve, 404],
    ] as const)
      expect((await caller.put(pathOf(contract), { terms: 'x' })).status).toBe(status)
    for (const end of [null, 'completed', 'terminated'] as const) {
      const done = await signed()
      if (end !== null) await move(world.alice, done, end)
      const answer = await world.alice.put(pathOf(done), { terms: 'x' })
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'Its text can change only while a contract awaits its signature.',
      ])
      expect((await world.alice.get(pathOf(done))).body.terms).toBe(defaultTerms)
    }
  })
})

describe('a move', () => {
  it('to cancelled tells the client, who has nothing more to sign', async () => {
    const contract = await make()
    const { body } = await move(world.alice, contract, 'cancelled', 'Another one takes its place.')
    expect(body).toMatchObject({ status: 'cancelled', reason: 'Another one takes its place.', allowed: ['download'] })
    expect(await lettersTo('ann')).toContain('A contract was cancelled')
    expect((await move(world.alice, contract, 'cancelled')).status).toBe(409)
    expect((await move(world.ann, contract, 'declined', 'Late')).status).toBe(409)
    expect((await world.ann.get(pathOf(contract))).body.allowed).toEqual(['download'])
  })

  it('to declined is the client’s, with a reason, and tells the team', async () => {
    const contract = await make()
    const without = await move(world.ann, contract, 'declined')
    expect([without.status, without.body.issues]).toEqual([
      400,
      [{ path: 'reason', message: 'Please say why you decline.' }],
    ])
    for (const [caller, status] of [
      [world.alice, 403],
      [world.sam, 403],
      [world.sue, 404],
      [world.eve, 404],
    ] as const)
      expect((await move(caller, contract, 'declined', 'No')).status).toBe(status)
    const { body } = await move(world.ann, contract, 'declined', 'Too dear for us.')
    expect(body).toMatchObject({ status: 'declined', reason: 'Too dear for us.' })
    expect(await lettersTo('sam')).toContain('A contract was declined')
    expect(await lettersTo('alice')).toContain('A contract was declined')
    expect((await world.mail()).every(({ text }) => !text.includes('Too dear'))).toBe(true)
    expect(JSON.stringify(await world.trail())).not.toContain('Too dear')
    expect(
      (await world.sam.get(pathOf(contract))).body.history.map(({ action }: { action: string }) => action),
    ).toEqual(['contract.created', 'contract.declined'])
  })

  it('is told to whoever made it only while they may see it', async () => {
    const given = { firstName: 'Max', lastName: 'Lane', email: 'max@example.com', role: 'admin' }
    const { id } = (await world.alice.post('/api/users', given)).body
    const max = await world.signIn(id, 'admin')
    const [declined, signed] = [0, 1].map(async () => (await max.post('/api/contracts', contractInput(world))).body)
    const [one, other] = [await declined, await signed]
    const demoted = await world.alice.put(`/api/users/${id}`, { ...given, role: 'staff', phone: null, company: null })
    expect([demoted.status, demoted.text]).toEqual([200, expect.any(String)])
    const before = (await world.mail()).length
    expect((await move(world.ann, one, 'declined', 'No')).status).toBe(200)
    expect((await signContract(world, other.id)).status).toBe(201)
    const told = (await world.mail()).slice(before).map(({ to }) => to)
    expect(told).toContain('sam@example.com')
    expect(told).not.toContain('max@example.com')
  })

  it('to completed or terminated follows a signature', async () => {
    for (const [status, subject] of [
      ['completed', 'A contract is completed'],
      ['terminated', 'A contract was terminated'],
    ] as const) {
      const contract = await signed()
      expect((await move(world.sam, contract, status)).status).toBe(403)
      expect((await move(world.ann, contract, status)).status).toBe(403)
      expect((await move(world.alice, contract, 'cancelled')).status).toBe(409)
      expect((await move(world.alice, contract, status)).body).toMatchObject({ status, allowed: ['download'] })
      expect(await lettersTo('ann')).toContain(subject)
    }
  })

  it('to active is a signature, not a change of status', async () => {
    const contract = await make()
    expect((await move(world.ann, contract, 'active')).status).toBe(409)
    expect((await move(world.alice, contract, 'active')).status).toBe(403)
    expect((await move(world.alice, contract, 'completed')).body.message).toBe(
      'A contract that awaits its signature can be signed, declined or cancelled.',
    )
    expect((await move(world.alice, contract, 'lost')).status).toBe(400)
    expect((await world.alice.get(pathOf(contract))).body).toMatchObject({ status: 'draft', version: 1 })
  })

  it('of any kind leaves a signed contract’s text, paper and signature as they are', async () => {
    const contract = await signed()
    const text = ({ terms, services, totalValue, startDate, clientName, signature }: Record<string, unknown>) => ({
      terms,
      services,
      totalValue,
      startDate,
      clientName,
      signer: (signature as { signerName: string }).signerName,
    })
    const before = text((await world.alice.get(pathOf(contract))).body)
    const paper = (await world.ann.get(`${pathOf(contract)}/pdf?original`)).headers.etag
    const tries = [
      world.alice.put(pathOf(contract), { ...contractInput(world), totalValue: 1 }),
      world.mona.put(pathOf(contract), {}),
      move(world.alice, contract, 'draft'),
      move(world.alice, contract, 'cancelled'),
      move(world.ann, contract, 'declined', 'After all, no'),
      move(world.ann, contract, 'active'),
      world.ann.post(`${pathOf(contract)}/refusal`, { reason: 'After all, no' }),
      signContract(world, contract.id),
    ]
    for (const answer of await Promise.all(tries)) expect(answer.status, answer.text).toBe(409)
    for (const method of ['DELETE', 'PATCH'] as const)
      expect((await world.alice.send({ method, url: pathOf(contract) })).status).toBe(405)
    const { body } = await world.alice.get(pathOf(contract))
    expect([text(body), body.status]).toEqual([before, 'active'])
    expect((await world.ann.get(`${pathOf(contract)}/pdf?original`)).headers.etag).toBe(paper)
  })

  it('is none in an archived folder', async () => {
    const input = { name: 'Rest', services: 'x', assignedStaffId: world.people.sam.id, clientId: world.people.ann.id }
    const folder = (await world.alice.post('/api/client-folders', input)).body
    const contract = await make({ clientFolderId: folder.id })
    await world.alice.patch(`/api/client-folders/${folder.id}`, { status: 'archived' })
    expect((await move(world.alice, contract, 'cancelled')).status).toBe(409)
    expect((await move(world.ann, contract, 'declined', 'No')).status).toBe(409)
    expect((await world.alice.put(pathOf(contract), { terms: 'x' })).status).toBe(409)
    expect((await world.ann.get(pathOf(contract))).body.allowed).toEqual(['download'])
    const [row] = (await world.ann.get(`/api/contracts?clientFolderId=${folder.id}`)).body
    expect(row.allowed).toEqual(['download'])
  })
})

describe('the list', () => {
  it('shows each their own, as the single one does', async () => {
    await make()
    await world.alice.post(
      '/api/contracts',
      contractInput(world, { clientFolderId: world.folders.elmwood.id, clientName: 'Eve Novak' }),
    )
    const all = (await world.alice.get('/api/contracts?limit=200')).body
    const folderIds = (list: { clientFolderId: string }[]) => [...new Set(list.map((each) => each.clientFolderId))]
    expect(folderIds(all).length).toBeGreaterThan(2)
    for (const [caller, folder] of [
      [world.eve, world.folders.elmwood.id],
      [world.sue, world.folders.elmwood.id],
    ] as const)
      expect(folderIds((await caller.get('/api/contracts?limit=200')).body)).toEqual([folder])
    const [first] = (await world.eve.get('/api/contracts')).body
    const one = (await world.eve.get(pathOf(first))).body
    expect(one).toMatchObject(first)
    for (const { id, status, allowed } of all
      .filter((each: { clientFolderName: string }) => each.clientFolderName === 'Acme Tooling')
      .slice(0, 5)) {
      expect(allowed).toEqual(
        allowedMoves({ status }, { ...world.people.alice, role: 'admin' }, { status: 'active', clientId: null }),
      )
      expect((await world.alice.get(pathOf({ id }))).body.allowed).toEqual(allowed)
    }
  })

  it('is found by words, status and folder', async () => {
    const contract = await make({ clientCompany: '100% Cotton_Mill' })
    const found = async (query: string) =>
      (await world.alice.get(`/api/contracts?${query}`)).body.map(({ id }: { id: string }) => id)
    expect(await found('q=100%25%20cotton_')).toEqual([contract.id])
    expect(await found('q=100x')).toEqual([])
    expect(await found(`q=${contract.contractNumber}`)).toEqual([contract.id])
    await move(world.alice, contract, 'cancelled')
    expect(await found('status=cancelled')).toContain(contract.id)
    expect(await found('status=draft')).not.toContain(contract.id)
    expect(await found(`clientFolderId=${world.folders.elmwood.id}`)).not.toContain(contract.id)
    expect((await world.alice.get('/api/contracts?status=lost')).status).toBe(400)
  })
})
