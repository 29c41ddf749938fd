// Real emails through a real mail host, Exim and Dovecot. Where they are missing (another system, or not root), these
// tests are skipped; parse.test.ts and authentication.test.ts need neither.
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { SendMailOptions } from 'nodemailer'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contactIn } from '../../tests/contacts.ts'
import { hasMailHost, type MailHost, startMailHost } from '../../tests/mail-host.ts'
import { pdf, pdfOfSize, png } from '../../tests/samples.ts'
import { createTestApp, type Instance, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'
import { readMailbox } from './jobs.ts'

describe.runIf(hasMailHost)('an email in the mailbox for replies', () => {
  let host: MailHost
  let testApp: TestApp
  let acme: string
  let replyTo: string
  beforeAll(async () => {
    host = await startMailHost()
    testApp = await createTestApp(host.settings)
    acme = testApp.folders.acme.id
    await read()
    await testApp.sam.post(`/api/client-folders/${acme}/messages`, { content: 'Does Tuesday work for you?' })
    const notification = await emailTo('ann@example.com')
    replyTo = notification.replyTo?.[0]?.address ?? ''
    expect(notification.text).toContain('To answer, reply to this email or open the folder.')
  }, 120_000)
  afterAll(async () => {
    await testApp.close()
    await host.close()
  })

  const read = (instance: Instance = testApp) => readMailbox(instance.context)

  /** The latest email about a message that the portal sent to this address. */
  async function emailTo(address: string) {
    await testApp.runJobs('deliver-email')
    host.deliver()
    const emails = await Promise.all(host.received().map((raw) => PostalMime.parse(raw)))
    const found = emails.findLast(
      ({ to, replyTo: its }) => to?.[0]?.address === address && its?.[0]?.address?.startsWith('reply+'),
    )
    if (found === undefined) throw new Error(`No email to ${address}`)
    return found
  }

  async function reply(mail: SendMailOptions) {
    await host.send({
      from: 'Ann Keller <ann@example.com>',
      to: replyTo,
      subject: 'Re: You have a new message',
      ...mail,
    })
    await read()
  }

  const messages = async (): Promise<{ content: string; senderId: string; isFromClient: boolean }[]> =>
    (await testApp.sam.get(`/api/client-folders/${acme}/messages?order=newest`)).body
  const received = async (status = ''): Promise<Record<string, unknown>[]> =>
    (await testApp.alice.get(`/api/received-emails${status === '' ? '' : `?status=${status}`}`)).body
  const documents = async (): Promise<{ originalName: string; uploadedById: string }[]> =>
    (await testApp.sam.get(`/api/client-folders/${acme}/documents`)).body

  it('becomes a message of the person who replied, without the quoted email, once', async () => {
    await reply({
      text: 'Tuesday works.\nThanks!\n\nOn Fri, Nov 27, 2026 at 1:00 PM ProHR <office@firm.test> wrote:\n> Sam Carter at ProHR sent you a message.\n',
    })
    await read()
    const [last] = await messages()
    expect(last).toMatchObject({
      content: 'Tuesday works.\nThanks!',
      senderId: testApp.people.ann.id,
      isFromClient: true,
    })
    expect((await messages()).filter(({ content }) => content.startsWith('Tuesday works'))).toHaveLength(1)
    expect((await received())[0]).toMatchObject({ from: 'ann@example.com', status: 'added', reason: null })
    const entries = await testApp.auditLog()
    expect(entries).toContainEqual(expect.objectContaining({ action: 'message.sent', actorId: testApp.people.ann.id }))
  })

  it('also answers an assignment or a document request, of someone who can write messages', async () => {
    const reader = await contactIn(testApp, acme, { documents: true })
    await testApp.sam.post(`/api/client-folders/${acme}/assignments`, { title: 'Name a contact', description: 'Who?' })
    await testApp.sam.post(`/api/client-folders/${acme}/document-requests`, { title: 'Handbook', description: '' })
    await testApp.runJobs('deliver-email')
    host.deliver()
    const emails = await Promise.all(host.received().map((raw) => PostalMime.parse(raw)))
    const repliesOf = (address: string, subject: RegExp) =>
      emails.findLast(({ to, subject: its }) => to?.[0]?.address === address && subject.test(its ?? ''))?.replyTo?.[0]
        ?.address
    for (const subject of [/new assignment/, /needs a document/]) {
      expect(repliesOf('ann@example.com', subject)).toBe(replyTo)
      expect(repliesOf(reader.email, subject)).toBe(testApp.config.provider.email)
    }
  })

  it('is added once when two instances read the mailbox at the same time', async () => {
    const twin = await testApp.twin()
    await host.send({ from: 'ann@example.com', to: replyTo, subject: 'Re', text: 'Only once, please.' })
    await Promise.allSettled([read(), read(twin)])
    await read()
    expect((await messages()).filter(({ content }) => content === 'Only once, please.')).toHaveLength(1)
  })

  it('adds its attachments to the folder, and names those that a client can’t upload', async () => {
    await reply({
      text: 'Here is the handbook.',
      attachments: [
        { filename: 'Handbook 2026.pdf', content: pdf('Handbook') },
        { filename: 'team.png', content: png() },
      ],
    })
    expect((await messages())[0]?.content).toBe(
      'Here is the handbook.\n\nAttached: Handbook 2026.pdf\n\nNot added: team.png (Choose a PDF, DOC, DOCX, XLS, or XLSX file.)',
    )
    expect(await documents()).toContainEqual(
      expect.objectContaining({ originalName: 'Handbook 2026.pdf', uploadedById: testApp.people.ann.id }),
    )
  })

  it('is read as text if it contains only HTML', async () => {
    await reply({ html: '<p>Dear Sam,</p><p>I <b>agree</b> &amp; sign.</p><script>alert(1)</script>' })
    expect((await messages())[0]?.content).toBe('Dear Sam,\n\nI agree & sign.')
  })

  it('of 25 MB is added without a file that is larger than a client may upload', async () => {
    await reply({ text: 'All of 2025.', attachments: [{ filename: 'Payroll.pdf', content: pdfOfSize(25_000_000) }] })
    expect((await messages())[0]?.content).toMatch(/^All of 2025\.\n\nNot added: Payroll\.pdf \(.*10 MB.*\)$/)
  })

  it('that is larger waits for an administrator', async () => {
    const before = await messages()
    await reply({ text: 'Everything.', attachments: [{ filename: 'All.pdf', content: pdfOfSize(29_000_000) }] })
    expect((await received('pending'))[0]).toMatchObject({ from: 'ann@example.com', reason: 'too-large' })
    expect(await messages()).toEqual(before)
  })

  it.each([
    ['another person', { from: 'eve@example.com' }, 'other-sender'],
    ['a stranger', { from: 'Ann Keller <ann@forged.example>' }, 'other-sender'],
    ['someone who forged the address', { from: '"Ann (bad-dkim)" <ann@example.com>' }, 'unverified-sender'],
    ['Ann, without text', { text: '> Sam Carter at ProHR sent you a message.\n' }, 'empty'],
    ['Ann, with more text than a message has', { text: 'word '.repeat(3000) }, 'too-long'],
    ['Ann, to the mailbox itself', { to: 'reply@firm.test' }, 'no-reply-address'],
    ['Ann, to a token that no one has', { to: `reply+${'a'.repeat(52)}@firm.test` }, 'no-reply-address'],
  ])('from %s waits for an administrator', async (_, mail: SendMailOptions, reason) => {
    const before = await messages()
    await reply({ text: 'Please change our bank account.', ...mail })
    expect((await received('pending'))[0]).toMatchObject({ status: 'pending', reason })
    expect(await messages()).toEqual(before)
  })

  it('that a program wrote is not added', async () => {
    const before = await messages()
    await reply({ text: 'I am out of the office.', headers: { 'Auto-Submitted': 'auto-replied' } })
    await reply({ text: 'I am out of the office.', headers: { Precedence: 'bulk' } })
    expect((await received()).slice(0, 2).map(({ status }) => status)).toEqual(['automatic', 'automatic'])
    expect(await messages()).toEqual(before)
  })

  it('that an administrator found genuine becomes a message of its sender, with its attachments, once', async () => {
    await reply({
      from: '"Ann (bad-dkim)" <ann@example.com>',
      text: 'It really was me.',
      attachments: [{ filename: 'Proof.pdf', content: pdf() }],
    })
    const { id } = (await received('pending'))[0] as { id: string }
    const { body } = await testApp.alice.get(`/api/received-emails/${id}`)
    expect(body).toMatchObject({
      text: 'It really was me.',
      attachments: [{ name: 'Proof.pdf' }],
      sender: { id: testApp.people.ann.id, name: 'Ann Keller' },
      folder: { id: acme },
    })
    const elsewhere = { clientFolderId: testApp.folders.elmwood.id }
    expect((await testApp.alice.post(`/api/received-emails/${id}/message`, elsewhere)).status).toBe(400)
    const both = await Promise.all(
      [1, 2].map(() => testApp.alice.post(`/api/received-emails/${id}/message`, { clientFolderId: acme })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const [last, earlier] = await messages()
    expect(last).toMatchObject({ content: 'It really was me.\n\nAttached: Proof.pdf', senderId: testApp.people.ann.id })
    expect(earlier?.content).not.toContain('It really was me.')
    expect((await testApp.alice.post(`/api/received-emails/${id}/dismissal`)).status).toBe(409)
  })

  it('that an administrator dismissed is not added later', async () => {
    await reply({ to: 'reply@firm.test', text: 'Buy now.' })
    const { id } = (await received('pending'))[0] as { id: string }
    expect((await testApp.alice.post(`/api/received-emails/${id}/dismissal`)).body.status).toBe('dismissed')
    expect((await testApp.alice.post(`/api/received-emails/${id}/message`, { clientFolderId: acme })).status).toBe(409)
    await read()
    expect((await messages())[0]?.content).not.toContain('Buy now.')
  })

  it('from a person who lost their access waits for an administrator', async () => {
    const contact = { name: 'Pat Ng', email: 'pat@example.com', money: false, documents: false, messages: true }
    const added = await testApp.sam.post(`/api/client-folders/${acme}/contacts`, contact)
    expect(added.status, added.text).toBe(201)
    await testApp.db.run(sql`update users set password = 'x' where email = 'pat@example.com'`)
    testApp.pass({ minutes: 5 })
    await testApp.sam.post(`/api/client-folders/${acme}/messages`, { content: 'For both of you.' })
    const to = (await emailTo('pat@example.com')).replyTo?.[0]?.address
    const before = await messages()
    expect((await testApp.sam.delete(`/api/folder-contacts/${added.body.id}`)).status).toBe(200)
    await reply({ from: 'pat@example.com', to, text: 'Am I still here?' })
    expect((await received('pending'))[0]).toMatchObject({ from: 'pat@example.com', reason: 'no-access' })
    expect(await messages()).toEqual(before)
  })

  it('waits for an administrator if its files can’t be stored, and doesn’t keep later ones from being read', async () => {
    const place = join(testApp.config.dataDir, 'files')
    await rename(place, `${place}-away`)
    await writeFile(place, '')
    await reply({ text: 'With a file.', attachments: [{ filename: 'A.pdf', content: pdf() }] })
    await reply({ text: 'Without a file.' })
    expect((await received('pending'))[0]).toMatchObject({ reason: 'failed' })
    expect((await messages())[0]?.content).toBe('Without a file.')
    await rm(place)
    await rename(`${place}-away`, place)
    const { id } = (await received('pending'))[0] as { id: string }
    expect((await testApp.alice.post(`/api/received-emails/${id}/message`, { clientFolderId: acme })).status).toBe(200)
    expect((await messages())[0]?.content).toBe('With a file.\n\nAttached: A.pdf')
  })

  it('that says that an email couldn’t be delivered marks that email and the account', async () => {
    const Bounced = z.object({ status: z.string(), isMarked: z.boolean(), isAccountMarked: z.boolean() })
    await testApp.alice.post('/api/users', {
      email: 'no-mailbox@firm.test',
      firstName: 'Nora',
      lastName: 'Body',
      role: 'client',
    })
    await testApp.runJobs('deliver-email')
    host.deliver()
    await read()
    expect((await received('bounce'))[0]).toMatchObject({ reason: null })
    const rows = await testApp.db.rows(typed(Bounced)`
      select e.status, e.bounced_at is not null as "isMarked", u.email_bounced_at is not null as "isAccountMarked"
      from emails e join users u on u.id = e.to_user_id where e."to" = 'no-mailbox@firm.test'`)
    expect(rows).toEqual([{ status: 'sent', isMarked: true, isAccountMarked: true }])
  })

  it('is read again, but not added again, when the mail server starts to number its emails again', async () => {
    const before = await messages()
    await testApp.db.run(sql`update mailbox_position set uid_validity = '1'`)
    await read()
    expect(await messages()).toEqual(before)
  })
})
