import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate, officeHour } from '../../domain/time.ts'
import { invoiceOf } from '../../tests/architecture/rights-invoices.ts'
import { openEveryDay } from '../../tests/firm-settings.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { sendInvoiceReminders } from '../invoices/jobs.ts'
import { sendDailySummaries } from '../notifications/jobs.ts'
import {
  allRights,
  company,
  type Contact,
  contactIn,
  documentIn,
  emailsTo,
  sentInvoiceIn,
  sentProposalIn,
} from '../../tests/contacts.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({}, { atHour: 9 })
  await openEveryDay(testApp)
})
afterAll(() => testApp.close())

describe('emails to contacts', () => {
  it('about money go to the client and to contacts with that right, each with the account’s own name', async () => {
    const folderId = await company(testApp)
    const [pays, reads] = [
      await contactIn(testApp, folderId, { money: true }),
      await contactIn(testApp, folderId, { documents: true, messages: true }),
    ]
    const recipientsOf = async (subject: string) =>
      (await testApp.mail())
        .filter((sent) => sent.subject === subject)
        .slice(-2)
        .map(({ to }) => to)
    const before = await emailsTo(testApp, reads.email)
    await sentInvoiceIn(testApp, folderId)
    expect(await recipientsOf('ProHR sent you an invoice')).toEqual(['ann@example.com', pays.email])
    await sentProposalIn(testApp, folderId)
    expect((await emailsTo(testApp, 'ann@example.com')).at(-1)?.subject).toBe('ProHR sent you a proposal')
    expect((await emailsTo(testApp, pays.email)).at(-1)?.subject).toBe('ProHR sent your company a proposal')
    expect(await emailsTo(testApp, reads.email)).toEqual(before)
    expect((await emailsTo(testApp, pays.email)).at(-1)?.text).toContain('Hi Cora,')
  })

  it('about messages, documents, and assignments go to contacts who may see them', async () => {
    const folderId = await company(testApp)
    const [writes, files] = [
      await contactIn(testApp, folderId, { messages: true }),
      await contactIn(testApp, folderId, { documents: true }),
    ]
    await testApp.sam.post(`/api/client-folders/${folderId}/messages`, { content: 'Hello' })
    await documentIn(testApp, folderId)
    await documentIn(testApp, folderId, { requiresSignature: true })
    await testApp.sam.post(`/api/client-folders/${folderId}/assignments`, { title: 'x', description: 'y' })
    const subjects = async (email: string) => (await emailsTo(testApp, email)).map(({ subject }) => subject).slice(1)
    expect(await subjects(writes.email)).toEqual(['You have a new message from ProHR'])
    expect(await subjects(files.email), 'only the client signs').toEqual([
      'ProHR shared a document with you',
      'You have a new assignment from ProHR',
    ])
  })

  it('create notifications for contacts who may see them, until the right is removed', async () => {
    const folderId = await company(testApp)
    const people = [
      await contactIn(testApp, folderId, { money: true }),
      await contactIn(testApp, folderId, { documents: true, messages: true }),
      await contactIn(testApp, folderId, {}),
    ]
    await sentInvoiceIn(testApp, folderId)
    await sentProposalIn(testApp, folderId)
    await testApp.sam.post(`/api/client-folders/${folderId}/messages`, { content: 'canary: hello' })
    await documentIn(testApp, folderId)
    await testApp.sam.post(`/api/client-folders/${folderId}/document-requests`, { title: 'W-9', documentType: 'tax' })
    await testApp.sam.post(`/api/client-folders/${folderId}/assignments`, { title: 'x', description: 'y' })
    const bells = () =>
      Promise.all(
        people.map(async ({ cora }) => {
          const notices: { kind: string; clientFolderId: string }[] = (await cora.get('/api/notifications')).body
          expect((await cora.get('/api/notifications/figures')).body).toEqual({ unread: notices.length })
          expect(JSON.stringify(notices)).not.toContain('canary')
          expect(notices.every((each) => each.clientFolderId === folderId)).toBe(true)
          return notices.map(({ kind }) => kind).toSorted()
        }),
      )
    expect(await bells()).toEqual([['money', 'money'], ['assignments', 'documents', 'documents', 'messages'], []])
    const [pays, reads, bare] = people as [Contact, Contact, Contact]
    await testApp.sam.patch(`/api/folder-contacts/${pays.id}`, { money: false })
    await testApp.sam.patch(`/api/folder-contacts/${reads.id}`, { documents: false })
    expect(await bells()).toEqual([[], ['messages'], []])
    await testApp.sam.delete(`/api/folder-contacts/${bare.id}`)
    expect((await bells())[2]).toEqual([])
  })

  it('are sent daily or never to a contact who chose so, and never about what they cannot see', async () => {
    const folderId = await company(testApp)
    const [late, deaf] = [
      await contactIn(testApp, folderId, { money: true }),
      await contactIn(testApp, folderId, { money: true }),
    ]
    expect((await late.cora.put('/api/email-choices', { money: 'daily' })).status).toBe(200)
    expect((await deaf.cora.put('/api/email-choices', { money: 'never' })).status).toBe(200)
    const before = [await emailsTo(testApp, late.email), await emailsTo(testApp, deaf.email)]
    await sentInvoiceIn(testApp, folderId)
    expect([await emailsTo(testApp, late.email), await emailsTo(testApp, deaf.email)]).toEqual(before)
    for (const { cora } of [late, deaf])
      expect((await cora.get('/api/notifications/figures')).body).toEqual({ unread: 1 })
    // The right is removed before the morning, so the summary is empty.
    await testApp.sam.patch(`/api/folder-contacts/${late.id}`, { money: false })
    await sendDailySummaries(testApp.db)
    expect(await emailsTo(testApp, late.email)).toEqual(before[0])
  })

  it('are not sent to closed accounts', async () => {
    const folderId = await company(testApp)
    const { email, userId } = await contactIn(testApp, folderId, allRights)
    await testApp.alice.delete(`/api/users/${userId}`)
    const before = (await emailsTo(testApp, email)).length
    await sentInvoiceIn(testApp, folderId)
    expect(await emailsTo(testApp, email)).toHaveLength(before)
  })
})

describe('the live stream of a contact', () => {
  it('notifies a contact of what they may see, and of nothing after the removal', async () => {
    await testApp.goLive()
    const folderId = await company(testApp)
    const { cora, id, email } = await contactIn(testApp, folderId, { messages: true })
    const cut = new AbortController()
    const response = await fetch(`${await testApp.address()}/api/events?clientFolderId=${folderId}`, {
      headers: { cookie: cora.cookie ?? '' },
      signal: cut.signal,
    })
    let received = ''
    const reading = (async () => {
      const decoder = new TextDecoder()
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) received += decoder.decode(chunk)
    })().catch(() => {})
    const say = async (content: string) =>
      (await testApp.sam.post(`/api/client-folders/${folderId}/messages`, { content })).body.id as string
    const first = await say('For everybody')
    await expect.poll(() => received).toContain(first)
    const invoice = await sentInvoiceIn(testApp, folderId)
    expect((await testApp.sam.delete(`/api/folder-contacts/${id}`)).status).toBe(200)
    await expect.poll(() => received).toContain(`"type":"client-folders","id":"${folderId}"`)
    const after = await say('Without Cora')
    // A later change that they are notified of proves that the earlier ones were delivered.
    const elsewhere = await company(testApp)
    await contactIn(testApp, elsewhere, {}, email)
    await expect.poll(() => received).toContain(elsewhere)
    expect(received).not.toContain(after)
    expect(received).not.toContain(invoice)
    cut.abort()
    await reading
    expect((await cora.get(`/api/events?clientFolderId=${folderId}`)).status).toBe(404)
  })
})

it('a reminder of an unpaid invoice is sent to contacts with the money right as well', async () => {
  const folderId = await company(testApp)
  const [pays, reads] = [
    await contactIn(testApp, folderId, { money: true }),
    await contactIn(testApp, folderId, { documents: true }),
  ]
  await testApp.alice.post('/api/invoices', {
    ...invoiceOf(folderId),
    dueDate: daysAfter(officeDate(testApp.db.now), 4),
  })
  const [{ id }] = (await testApp.alice.get(`/api/invoices?clientFolderId=${folderId}`)).body
  await testApp.alice.patch(`/api/invoices/${id}/status`, { status: 'sent' })
  testApp.pass({ days: 1, hours: (34 - officeHour(testApp.db.now)) % 24 })
  await sendInvoiceReminders(testApp.db)
  const reminded = (await testApp.mail())
    .filter(({ subject }) => subject === 'Reminder: your ProHR invoice is due soon')
    .map(({ to }) => to)
  expect(reminded).toEqual(['ann@example.com', pays.email])
  expect(reminded).not.toContain(reads.email)
})
