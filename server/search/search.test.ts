// Searching names, titles, and numbers.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchItem } from '../../domain/search.ts'
import { pdf } from '../../tests/samples.ts'
import { find, idsOf } from '../../tests/searches.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { addDocument } from '../../tests/uploads.ts'

let testApp: TestApp
const created = { document: '', proposal: '', invoice: '', contract: '' }

beforeAll(async () => {
  testApp = await createTestApp()
  const { alice, sam, folders, people } = testApp
  const acme = { clientFolderId: folders.acme.id }
  created.document = (await addDocument(sam, folders.acme.id, { name: 'Handbook of Acme.pdf', bytes: pdf() })).body.id
  const services = [{ customName: 'Review', estimatedHours: 2, hourlyRate: 100 }]
  const offer = { title: 'Handbook review', description: 'Read', services, validUntil: '2099-12-31' }
  created.proposal = (await alice.post('/api/proposals', { ...acme, ...offer })).body.id
  const billed = { lineItems: [{ description: 'Handbook', quantity: 1, rate: 100 }], dueDate: '2030-01-01' }
  created.invoice = (await alice.post('/api/invoices', { ...acme, ...billed, description: 'Handbook' })).body.id
  const party = { clientName: 'Ann Keller', clientEmail: 'ann@example.com', services: ['Handbook'], totalValue: 1 }
  created.contract = (await alice.post('/api/contracts', { ...acme, ...party, startDate: '2030-01-01' })).body.id
  for (const [kind, id] of Object.entries(created)) expect(id, kind).toMatch(/^[0-9a-f-]{36}$/)
  expect(people.ann.id).not.toBe(people.eve.id)
})
afterAll(() => testApp.close())

describe('searching', () => {
  it('returns matches in groups, whatever the order and case of the words', async () => {
    expect((await find(testApp.alice, 'TOOL acme'))['client-folders']).toEqual([
      {
        id: testApp.folders.acme.id,
        title: 'Acme Tooling',
        detail: 'Ann Keller',
        status: 'active',
        clientFolderId: testApp.folders.acme.id,
      },
    ])
    const handbook = await find(testApp.sam, 'handbook')
    expect(handbook.documents?.map(({ id }) => id)).toEqual([created.document])
    expect(handbook.proposals?.map(({ id }) => id)).toEqual([created.proposal])
    expect(handbook.invoices?.map(({ id, status }) => [id, status])).toEqual([[created.invoice, 'draft']])
    expect(handbook['hr-forms']?.map(({ id }) => id)).toContain('employee-handbook-ack')
    expect((await find(testApp.sam, 'keller')).contracts?.map(({ id }) => id)).toEqual([created.contract])
  })

  it('matches one or two characters at the start of a word', async () => {
    expect((await find(testApp.alice, 'ac'))['client-folders']?.map(({ title }) => title)).toEqual(['Acme Tooling'])
    expect((await find(testApp.alice, 'to'))['client-folders']?.map(({ title }) => title)).toEqual(['Acme Tooling'])
    expect((await find(testApp.alice, 'cm'))['client-folders']).toBeUndefined()
    expect((await find(testApp.sam, 'ha')).documents?.map(({ id }) => id)).toEqual([created.document])
  })

  it('ranks matches at the start first, then the newest, five of each', async () => {
    const { alice, people } = testApp
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

  it('matches special characters literally, and returns nothing for an empty query', async () => {
    expect(await find(testApp.alice, '%')).toEqual({})
    expect(await find(testApp.alice, 'Acme_Tooling')).toEqual({})
    expect(await find(testApp.alice, '   ')).toEqual({})
    expect((await testApp.alice.get('/api/search')).body).toEqual({ groups: [] })
  })

  it('shows clients only their own content, and nothing that was not sent to them', async () => {
    for (const words of ['handbook', 'acme', 'keller', 'INV', 'PROHR', 'ha']) {
      const eves = idsOf(await find(testApp.eve, words))
      for (const id of [...Object.values(created), testApp.folders.acme.id, testApp.people.ann.id])
        expect(eves, words).not.toContain(id)
    }
    const anns = await find(testApp.ann, 'handbook')
    expect(anns.documents?.map(({ id }) => id)).toEqual([created.document])
    expect([anns.proposals, anns.invoices]).toEqual([undefined, undefined])
    expect((await find(testApp.ann, 'elmwood'))['client-folders']).toBeUndefined()
    expect((await find(testApp.ann, 'keller')).people).toBeUndefined()
  })

  it('shows staff their folders and clients; a colleague finds neither', async () => {
    expect((await find(testApp.sam, 'keller')).people).toEqual([
      {
        id: testApp.people.ann.id,
        title: 'Ann Keller',
        detail: 'ann@example.com',
        status: 'client',
        clientFolderId: testApp.folders.acme.id,
      },
    ])
    expect(await find(testApp.sue, 'keller')).toEqual({})
    expect((await find(testApp.sue, 'acme'))['client-folders']).toBeUndefined()
    expect(idsOf(await find(testApp.sue, 'handbook'))).not.toContain(created.document)
    expect((await find(testApp.sam, 'novak')).people).toBeUndefined()
    expect((await find(testApp.alice, 'ross')).people?.map(({ title }) => title)).toEqual(['Ivan Ross'])
  })

  it('shows a request to everyone who may see it', async () => {
    const requestInput = {
      businessName: 'Quillwort Bakery',
      firstName: 'Renee',
      lastName: 'Castillo',
      email: 'r@example.com',
      phone: '1',
      services: ['hr-operations'],
      needsDescription: 'Help',
      businessGoals: 'More',
    }
    const { id } = (await testApp.visitor.post('/api/service-requests', requestInput)).body
    expect((await find(testApp.sue, 'quillwort'))['service-requests']?.[0]?.id).toBe(id)
    expect(await find(testApp.ann, 'quillwort')).toEqual({})
    await testApp.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
    expect(await find(testApp.sue, 'quillwort')).toEqual({})
    expect((await find(testApp.sam, 'quillwort'))['service-requests']?.[0]?.id).toBe(id)
  })

  it('returns recent items again, if the user may still see them', async () => {
    const { folders, people } = testApp
    const recent = `client-folders:${folders.acme.id},people:${people.ann.id},invoices:${created.invoice},hr-forms:employee-handbook-ack`
    const named = async (caller: Caller, what: string) => {
      const { status, body } = await caller.get(`/api/search?recent=${what}`)
      expect(status).toBe(200)
      return body.groups.flatMap(({ items }: { items: SearchItem[] }) => items.map(({ title }) => title))
    }
    const number = (await testApp.alice.get(`/api/invoices/${created.invoice}`)).body.invoiceNumber
    const form = (await find(testApp.sam, 'handbook'))['hr-forms']?.[0]?.title
    expect(await named(testApp.sam, recent)).toEqual(['Acme Tooling', 'Ann Keller', number, form])
    expect(await named(testApp.sue, recent)).toEqual([form])
    expect(await named(testApp.eve, recent)).toEqual([form])
    expect(await named(testApp.ann, recent)).toEqual(['Acme Tooling', form])
    for (const odd of ['', 'x', 'client-folders:1', 'emails:1', `client-folders:${'a'.repeat(900)}`, ':,:'])
      expect(await named(testApp.alice, odd), odd).toEqual([])
  })

  it('shows a contact only the parts of a folder that they have access to', async () => {
    const { sam, alice, folders } = testApp
    await alice.patch(`/api/invoices/${created.invoice}/status`, { status: 'sent' })
    const contact = async (email: string, rights: object) => {
      const none = { money: false, documents: false, messages: false }
      const body = { name: 'Cora Lind', email, ...none, ...rights }
      const answer = await sam.post(`/api/client-folders/${folders.acme.id}/contacts`, body)
      expect(answer.status, answer.text).toBe(201)
      return testApp.signIn(answer.body.userId, 'client')
    }
    const reader = await find(await contact('cora1@example.com', { documents: true }), 'handbook')
    expect(reader.documents?.map(({ id }) => id)).toEqual([created.document])
    expect(reader.invoices).toBeUndefined()
    const payer = await find(await contact('cora2@example.com', { money: true }), 'handbook')
    expect(payer.invoices?.map(({ id }) => id)).toEqual([created.invoice])
    expect(payer.documents).toBeUndefined()
    const cora = await contact('cora3@example.com', { messages: true })
    for (const words of ['handbook', 'keller', 'PROHR'])
      expect(idsOf(await find(cora, words)), words).not.toEqual(expect.arrayContaining([created.contract]))
    expect((await find(cora, 'handbook')).documents).toBeUndefined()
  })

  it('leaves out a retired policy', async () => {
    const { rows } = await testApp.db.pool.query<{ slug: string; title: string }>(
      'select slug, title from hr_policies limit 1',
    )
    const { slug = '', title = '' } = rows[0] ?? {}
    expect((await find(testApp.ann, title))['hr-policies']?.map(({ id }) => id)).toContain(slug)
    await testApp.db.run(sql`update hr_policies set is_active = false where slug = ${slug}`)
    expect((await find(testApp.alice, title))['hr-policies'] ?? []).not.toContainEqual(
      expect.objectContaining({ id: slug }),
    )
  })

  it('refuses visitors, invalid text, and text that is too long', async () => {
    expect((await testApp.visitor.get('/api/search?q=acme')).status).toBe(401)
    expect((await testApp.ivan.get('/api/search?q=acme')).status).toBe(401)
    expect((await testApp.alice.get('/api/search?q=a%00b')).body.message).toBe(
      'This contains characters that can’t be stored.',
    )
    expect((await testApp.alice.get(`/api/search?q=${'x'.repeat(10_000)}`)).body.message).toBe(
      'Use at most 200 characters.',
    )
    expect((await testApp.alice.get(`/api/search?q=${'ab '.repeat(66)}`)).status).toBe(200)
  })
})
