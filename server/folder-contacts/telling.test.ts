import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate, officeHour } from '../../domain/time.ts'
import { invoiceOf } from '../../tests/guards/rights-invoices.ts'
import { createWorld, type World } from '../../tests/world.ts'
import { sendInvoiceReminders } from '../invoices/jobs.ts'
import { sendDailySummaries } from '../notices/jobs.ts'
import {
  allRights,
  company,
  type Contact,
  contactIn,
  documentIn,
  lettersTo,
  sentInvoiceIn,
  sentProposalIn,
} from '../../tests/contacts.ts'

let world: World
beforeAll(async () => void (world = await createWorld({}, { atHour: 9 })))
afterAll(() => world.close())

describe('letters', () => {
  it('about money go to the client and to the contacts with money, each by the account’s own name', async () => {
    const folderId = await company(world)
    const [pays, reads] = [
      await contactIn(world, folderId, { money: true }),
      await contactIn(world, folderId, { documents: true, messages: true }),
    ]
    const told = async (subject: string) =>
      (await world.mail())
        .filter((letter) => letter.subject === subject)
        .slice(-2)
        .map(({ to }) => to)
    const before = await lettersTo(world, reads.email)
    await sentInvoiceIn(world, folderId)
    expect(await told('You have a new invoice')).toEqual(['ann@example.com', pays.email])
    await sentProposalIn(world, folderId)
    expect((await lettersTo(world, 'ann@example.com')).at(-1)?.subject).toBe('A proposal is waiting for your answer')
    expect((await lettersTo(world, pays.email)).at(-1)?.subject).toBe('A proposal is in your client folder')
    expect(await lettersTo(world, reads.email)).toEqual(before)
    expect((await lettersTo(world, pays.email)).at(-1)?.text).toContain('Hello Cora Lind,')
  })

  it('about messages, documents and assignments go to those who see them', async () => {
    const folderId = await company(world)
    const [writes, files] = [
      await contactIn(world, folderId, { messages: true }),
      await contactIn(world, folderId, { documents: true }),
    ]
    await world.sam.post(`/api/client-folders/${folderId}/messages`, { content: 'Hello' })
    await documentIn(world, folderId)
    await documentIn(world, folderId, { requiresSignature: true })
    await world.sam.post(`/api/client-folders/${folderId}/assignments`, { title: 'x', description: 'y' })
    const subjects = async (email: string) => (await lettersTo(world, email)).map(({ subject }) => subject).slice(1)
    const [message, document, assignment] = ['A message', 'A document', 'An assignment'].map(
      (a) => `${a} is waiting for you`,
    )
    expect(await subjects(writes.email)).toEqual([message])
    expect(await subjects(files.email), 'signing is the client’s').toEqual([document, assignment])
  })

  it('ring the bells of those who see them, and fall silent with the right', async () => {
    const folderId = await company(world)
    const people = [
      await contactIn(world, folderId, { money: true }),
      await contactIn(world, folderId, { documents: true, messages: true }),
      await contactIn(world, folderId, {}),
    ]
    await sentInvoiceIn(world, folderId)
    await sentProposalIn(world, folderId)
    await world.sam.post(`/api/client-folders/${folderId}/messages`, { content: 'canary: hello' })
    await documentIn(world, folderId)
    await world.sam.post(`/api/client-folders/${folderId}/document-requests`, { title: 'W-9', documentType: 'tax' })
    await world.sam.post(`/api/client-folders/${folderId}/assignments`, { title: 'x', description: 'y' })
    const bells = () =>
      Promise.all(
        people.map(async ({ cora }) => {
          const notices: { kind: string; clientFolderId: string }[] = (await cora.get('/api/notices')).body
          expect((await cora.get('/api/notices/figures')).body).toEqual({ unread: notices.length })
          expect(JSON.stringify(notices)).not.toContain('canary')
          expect(notices.every((each) => each.clientFolderId === folderId)).toBe(true)
          return notices.map(({ kind }) => kind).toSorted()
        }),
      )
    expect(await bells()).toEqual([['money', 'money'], ['assignments', 'documents', 'documents', 'messages'], []])
    const [pays, reads, bare] = people as [Contact, Contact, Contact]
    await world.sam.patch(`/api/folder-contacts/${pays.id}`, { money: false })
    await world.sam.patch(`/api/folder-contacts/${reads.id}`, { documents: false })
    expect(await bells()).toEqual([[], ['messages'], []])
    await world.sam.delete(`/api/folder-contacts/${bare.id}`)
    expect((await bells())[2]).toEqual([])
  })

  it('come daily or never to a contact who chose so, and never of what they do not see', async () => {
    const folderId = await company(world)
    const [late, deaf] = [
      await contactIn(world, folderId, { money: true }),
      await contactIn(world, folderId, { money: true }),
    ]
    expect((await late.cora.put('/api/email-choices', { money: 'daily' })).status).toBe(200)
    expect((await deaf.cora.put('/api/email-choices', { money: 'never' })).status).toBe(200)
    const before = [await lettersTo(world, late.email), await lettersTo(world, deaf.email)]
    await sentInvoiceIn(world, folderId)
    expect([await lettersTo(world, late.email), await lettersTo(world, deaf.email)]).toEqual(before)
    for (const { cora } of [late, deaf]) expect((await cora.get('/api/notices/figures')).body).toEqual({ unread: 1 })
    // The right is gone before the morning comes: there is nothing to sum up.
    await world.sam.patch(`/api/folder-contacts/${late.id}`, { money: false })
    await sendDailySummaries(world.db)
    expect(await lettersTo(world, late.email)).toEqual(before[0])
  })

  it('reach nobody whose account is closed', async () => {
    const folderId = await company(world)
    const { email, userId } = await contactIn(world, folderId, allRights)
    await world.alice.delete(`/api/users/${userId}`)
    const before = (await lettersTo(world, email)).length
    await sentInvoiceIn(world, folderId)
    expect(await lettersTo(world, email)).toHaveLength(before)
  })
})

describe('an open stream', () => {
  it('tells a contact what is theirs, and after the removal nothing more', async () => {
    await world.goLive()
    const folderId = await company(world)
    const { cora, id, email } = await contactIn(world, folderId, { messages: true })
    const cut = new AbortController()
    const response = await fetch(`${await world.address()}/api/events?clientFolderId=${folderId}`, {
      headers: { cookie: cora.cookie ?? '' },
      signal: cut.signal,
    })
    let heard = ''
    const reading = (async () => {
      const decoder = new TextDecoder()
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) heard += decoder.decode(chunk)
    })().catch(() => {})
    const say = async (content: string) =>
      (await world.sam.post(`/api/client-folders/${folderId}/messages`, { content })).body.id as string
    const first = await say('For everybody')
    await expect.poll(() => heard, { timeout: 3000 }).toContain(first)
    const invoice = await sentInvoiceIn(world, folderId)
    expect((await world.sam.delete(`/api/folder-contacts/${id}`)).status).toBe(200)
    await expect.poll(() => heard, { timeout: 3000 }).toContain(`"type":"client-folders","id":"${folderId}"`)
    const after = await say('Without Cora')
    // Another change that they do hear of tells that the ones before it have been handed on.
    const elsewhere = await company(world)
    await contactIn(world, elsewhere, {}, email)
    await expect.poll(() => heard, { timeout: 3000 }).toContain(elsewhere)
    expect(heard).not.toContain(after)
    expect(heard).not.toContain(invoice)
    cut.abort()
    await reading
    expect((await cora.get(`/api/events?clientFolderId=${folderId}`)).status).toBe(404)
  })
})

it('a reminder of an unpaid invoice reaches the contacts with money as well', async () => {
  const folderId = await company(world)
  const [pays, reads] = [
    await contactIn(world, folderId, { money: true }),
    await contactIn(world, folderId, { documents: true }),
  ]
  await world.alice.post('/api/invoices', { ...invoiceOf(folderId), dueDate: daysAfter(officeDate(world.db.now), 4) })
  const [{ id }] = (await world.alice.get(`/api/invoices?clientFolderId=${folderId}`)).body
  await world.alice.patch(`/api/invoices/${id}/status`, { status: 'sent' })
  world.pass({ days: 1, hours: (34 - officeHour(world.db.now)) % 24 })
  await sendInvoiceReminders(world.db)
  const reminded = (await world.mail())
    .filter(({ subject }) => subject === 'An invoice is due soon')
    .map(({ to }) => to)
  expect(reminded).toEqual(['ann@example.com', pays.email])
  expect(reminded).not.toContain(reads.email)
})
