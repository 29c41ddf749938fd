import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchItem, SearchKind } from '../../domain/search.ts'
import { addDocument } from '../../tests/uploads.ts'
import { pdf } from '../../tests/samples.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
const made = { document: '', proposal: '', invoice: '', contract: '' }

beforeAll(async () => {
  world = await createWorld()
  const { alice, sam, folders, people } = world
  const acme = { clientFolderId: folders.acme.id }
  made.document = (await addDocument(sam, folders.acme.id, { name: 'Handbook of Acme.pdf', bytes: pdf() })).body.id
  const services = [{ customName: 'Review', estimatedHours: 2, hourlyRate: 100 }]
  const offer = { title: 'Handbook review', description: 'Read', services, validUntil: '2099-12-31' }
  made.proposal = (await alice.post('/api/proposals', { ...acme, ...offer })).body.id
  const billed = { lineItems: [{ description: 'Handbook', quantity: 1, rate: 100 }], dueDate: '2030-01-01' }
  made.invoice = (await alice.post('/api/invoices', { ...acme, ...billed, description: 'Handbook' })).body.id
  const party = { clientName: 'Ann Keller', clientEmail: 'ann@example.com', services: ['Handbook'], totalValue: 1 }
  made.contract = (await alice.post('/api/contracts', { ...acme, ...party, startDate: '2030-01-01' })).body.id
  for (const [kind, id] of Object.entries(made)) expect(id, kind).toMatch(/^[0-9a-f-]{36}$/)
  expect(people.ann.id).not.toBe(people.eve.id)
})
afterAll(() => world.close())

async function find(caller: Caller, q: string): Promise<Partial<Record<SearchKind, SearchItem[]>>> {
  const { status, body, text } = await caller.get(`/api/search?q=${encodeURIComponent(q)}`)
  expect(status, text).toBe(200)
  return Object.fromEntries(body.groups.map(({ kind, items }: { kind: string; items: unknown }) => [kind, items]))
}
const idsOf = (groups: Partial<Record<SearchKind, SearchItem[]>>) =>
  Object.values(groups).flatMap((items) => items.map(({ id }) => id))

describe('finding', () => {
  it('answers in groups what holds the words, whatever their order and case', async () => {
    expect((await find(world.alice, 'TOOL acme'))['client-folders']).toEqual([
      {
        id: world.folders.acme.id,
        title: 'Acme Tooling',
        detail: 'Ann Keller',
        status: 'active',
        clientFolderId: world.folders.acme.id,
      },
    ])
    const handbook = await find(world.sam, 'handbook')
    expect(handbook.documents?.map(({ id }) => id)).toEqual([made.document])
    expect(handbook.proposals?.map(({ id }) => id)).toEqual([made.proposal])
    expect(handbook.invoices?.map(({ id, status }) => [id, status])).toEqual([[made.invoice, 'draft']])
    expect(handbook['hr-forms']?.map(({ id }) => id)).toContain('employee-handbook-ack')
    expect((await find(world.sam, 'keller')).contracts?.map(({ id }) => id)).toEqual([made.contract])
  })

  it('takes a letter or two for the beginning of a word', async () => {
    expect((await find(world.alice, 'ac'))['client-folders']?.map(({ title }) => title)).toEqual(['Acme Tooling'])
    expect((await find(world.alice, 'to'))['client-folders']?.map(({ title }) => title)).toEqual(['Acme Tooling'])
    expect((await find(world.alice, 'cm'))['client-folders']).toBeUndefined()
    expect((await find(world.sam, 'ha')).documents?.map(({ id }) => id)).toEqual([made.document])
  })

  it('shows beginnings before middles, then the newest, five of each', async () => {
    const { alice, people } = world
    const folder = (name: string) =>
      alice.post('/api/client-folders', { name, services: 'HR Consulting', assignedStaffId: people.sue.id })
    for (const name of ['The Zinnia', 'Zinnia 1', 'A Zinnia', 'Zinnia 2', 'My Zinnia', 'Our Zinnia']) await folder(name)
    expect((await find(alice, 'zinnia'))['client-folders']?.map(({ title }) => title)).toEqual([
      'Zinnia 2',
      'Zinnia 1',
      'Our Zinnia',
      'My Zinnia',
      'A Zinnia',
    ])
  })

  it('finds signs as they are, and nothing for nothing', async () => {
    expect(await find(world.alice, '%')).toEqual({})
    expect(await find(world.alice, 'Acme_Tooling')).toEqual({})
    expect(await find(world.alice, '   ')).toEqual({})
    expect((await world.alice.get('/api/search')).body).toEqual({ groups: [] })
  })

  it('shows a client only their own, and of it nothing that was not sent to them', async () => {
    for (const words of ['handbook', 'acme', 'keller', 'INV', 'PROHR', 'ha']) {
      const eves = idsOf(await find(world.eve, words))
      for (const id of [...Object.values(made), world.folders.acme.id, world.people.ann.id])
        expect(eves, words).not.toContain(id)
    }
    const anns = await find(world.ann, 'handbook')
    expect(anns.documents?.map(({ id }) => id)).toEqual([made.document])
    expect([anns.proposals, anns.invoices]).toEqual([undefined, undefined])
    expect((await find(world.ann, 'elmwood'))['client-folders']).toBeUndefined()
    expect((await find(world.ann, 'keller')).people).toBeUndefined()
  })

  it('shows staff their folders and the clients of them; a colleague finds neither', async () => {
    expect((await find(world.sam, 'keller')).people).toEqual([
      {
        id: world.people.ann.id,
        title: 'Ann Keller',
        detail: 'ann@example.com',
        status: 'client',
        clientFolderId: world.folders.acme.id,
      },
    ])
    expect(await find(world.sue, 'keller')).toEqual({})
    expect((await find(world.sue, 'acme'))['client-folders']).toBeUndefined()
    expect(idsOf(await find(world.sue, 'handbook'))).not.toContain(made.document)
    expect((await find(world.sam, 'novak')).people).toBeUndefined()
    expect((await find(world.alice, 'ross')).people?.map(({ title }) => title)).toEqual(['Ivan Ross'])
  })

  it('shows a request to whoever may see it', async () => {
    const wish = {
      businessName: 'Quillwort Bakery',
      firstName: 'Renee',
      lastName: 'Castillo',
      email: 'r@example.com',
      phone: '1',
      services: ['hr-operations'],
      needsDescription: 'Help',
      businessGoals: 'More',
    }
    const { id } = (await world.visitor.post('/api/service-requests', wish)).body
    expect((await find(world.sue, 'quillwort'))['service-requests']?.[0]?.id).toBe(id)
    expect(await find(world.ann, 'quillwort')).toEqual({})
    await world.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
    expect(await find(world.sue, 'quillwort')).toEqual({})
    expect((await find(world.sam, 'quillwort'))['service-requests']?.[0]?.id).toBe(id)
  })

  it('names again what somebody found lately, as far as they may still see it', async () => {
    const { folders, people } = world
    const recent = `client-folders:${folders.acme.id},people:${people.ann.id},invoices:${made.invoice},hr-forms:employee-handbook-ack`
    const named = async (caller: Caller, what: string) => {
      const { status, body } = await caller.get(`/api/search?recent=${what}`)
      expect(status).toBe(200)
      return body.groups.flatMap(({ items }: { items: SearchItem[] }) => items.map(({ title }) => title))
    }
    const number = (await world.alice.get(`/api/invoices/${made.invoice}`)).body.invoiceNumber
    const form = (await find(world.sam, 'handbook'))['hr-forms']?.[0]?.title
    expect(await named(world.sam, recent)).toEqual(['Acme Tooling', 'Ann Keller', number, form])
    expect(await named(world.sue, recent)).toEqual([form])
    expect(await named(world.eve, recent)).toEqual([form])
    expect(await named(world.ann, recent)).toEqual(['Acme Tooling', form])
    for (const odd of ['', 'x', 'client-folders:1', 'emails:1', `client-folders:${'a'.repeat(900)}`, ':,:'])
      expect(await named(world.alice, odd), odd).toEqual([])
  })

  it('shows a contact of a folder only the part that they were given', async () => {
    const { sam, alice, folders } = world
    await alice.patch(`/api/invoices/${made.invoice}/status`, { status: 'sent' })
    const contact = async (email: string, rights: object) => {
      const none = { money: false, documents: false, messages: false }
      const body = { name: 'Cora Lind', email, ...none, ...rights }
      const answer = await sam.post(`/api/client-folders/${folders.acme.id}/contacts`, body)
      expect(answer.status, answer.text).toBe(201)
      return world.signIn(answer.body.userId, 'client')
    }
    const reader = await find(await contact('cora1@example.com', { documents: true }), 'handbook')
    expect(reader.documents?.map(({ id }) => id)).toEqual([made.document])
    expect(reader.invoices).toBeUndefined()
    const payer = await find(await contact('cora2@example.com', { money: true }), 'handbook')
    expect(payer.invoices?.map(({ id }) => id)).toEqual([made.invoice])
    expect(payer.documents).toBeUndefined()
    const cora = await contact('cora3@example.com', { messages: true })
    for (const words of ['handbook', 'keller', 'PROHR'])
      expect(idsOf(await find(cora, words)), words).not.toEqual(expect.arrayContaining([made.contract]))
    expect((await find(cora, 'handbook')).documents).toBeUndefined()
  })

  it('leaves a retired policy out', async () => {
    const { rows } = await world.db.pool.query<{ slug: string; title: string }>(
      'select slug, title from hr_policies limit 1',
    )
    const { slug = '', title = '' } = rows[0] ?? {}
    expect((await find(world.ann, title))['hr-policies']?.map(({ id }) => id)).toContain(slug)
    await world.db.run(sql`update hr_policies set is_active = false where slug = ${slug}`)
    expect((await find(world.alice, title))['hr-policies'] ?? []).not.toContainEqual(
      expect.objectContaining({ id: slug }),
    )
  })

  it('refuses a visitor, what cannot be text, and a text that is too long', async () => {
    expect((await world.visitor.get('/api/search?q=acme')).status).toBe(401)
    expect((await world.ivan.get('/api/search?q=acme')).status).toBe(401)
    expect((await world.alice.get('/api/search?q=a%00b')).body.message).toBe(
      'This contains characters that cannot be stored.',
    )
    expect((await world.alice.get(`/api/search?q=${'x'.repeat(10_000)}`)).body.message).toBe(
      'Please use at most 200 characters.',
    )
    expect((await world.alice.get(`/api/search?q=${'ab '.repeat(66)}`)).status).toBe(200)
  })
})
