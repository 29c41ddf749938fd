import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderApart, invoicePath, sentInvoice } from '../../tests/invoices.ts'
import { repliesPath, replyInput, savedReply } from '../../tests/saved-replies.ts'
import { staffMember } from '../../tests/staff.ts'
import { createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({ LOG_LEVEL: 'error' })))
afterAll(() => testApp.close())

const refusalOf = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]
const filled = (folder: string, id: string) => `/api/client-folders/${folder}/saved-replies/${id}`
const one = (id: string) => `${repliesPath}/${id}`
const titlesOf = ({ body }: { body: { title: string }[] }) => body.map(({ title }) => title)

describe('a saved reply', () => {
  it('of one person is used, edited, and deleted by that person only', async () => {
    const { status, body } = await testApp.sam.post(repliesPath, replyInput())
    expect([status, body]).toMatchObject([201, { title: 'Handbook questions', isShared: false }])
    expect(body.allowed).toEqual(['edit', 'delete'])
    for (const other of [testApp.sue, testApp.alice, testApp.ann]) {
      expect((await other.get(one(body.id))).status).toBe(404)
      expect((await other.put(one(body.id), replyInput())).status).toBe(404)
      expect((await other.delete(one(body.id))).status).toBe(404)
      expect((await other.get(filled(testApp.folders.acme.id, body.id))).status).toBe(404)
    }
    expect(titlesOf(await testApp.alice.get(repliesPath))).not.toContain('Handbook questions')
    const edited = await testApp.sam.put(one(body.id), replyInput({ title: 'Handbook' }))
    expect(edited.body).toMatchObject({ title: 'Handbook', version: 2 })
    expect((await testApp.sam.delete(one(body.id))).status).toBe(200)
    expect((await testApp.sam.get(one(body.id))).status).toBe(404)
    expect((await testApp.auditLog()).slice(-3).map(({ action }) => action)).toEqual([
      'saved-reply.created',
      'saved-reply.changed',
      'saved-reply.deleted',
    ])
  })

  it('of the whole team is used by everyone, and edited by administrators', async () => {
    const id = await savedReply(testApp.alice, { title: 'Office closed', isShared: true })
    expect((await testApp.sam.get(one(id))).body).toMatchObject({ isShared: true, allowed: [] })
    expect((await testApp.mona.get(one(id))).body.allowed).toEqual(['edit', 'delete'])
    const sentence = 'Only an administrator can edit replies for the whole team.'
    expect(refusalOf(await testApp.sam.put(one(id), replyInput({ isShared: true })))).toEqual([403, sentence])
    expect(refusalOf(await testApp.sam.put(one(id), replyInput()))).toEqual([403, sentence])
    expect(refusalOf(await testApp.sam.delete(one(id)))).toEqual([403, sentence])
    expect(refusalOf(await testApp.sam.post(repliesPath, replyInput({ isShared: true })))).toEqual([403, sentence])
    const own = await savedReply(testApp.sam)
    expect(refusalOf(await testApp.sam.put(one(own), replyInput({ isShared: true })))).toEqual([403, sentence])
  })

  it('is found by a word of its title or text, in the order of titles', async () => {
    await savedReply(testApp.sue, { title: 'b Zebra', content: 'Stripes' })
    await savedReply(testApp.sue, { title: 'A horse', content: 'Not a zebra' })
    expect(titlesOf(await testApp.sue.get(`${repliesPath}?q=ZEBRA`))).toEqual(['A horse', 'b Zebra'])
    expect((await testApp.sue.get(`${repliesPath}?q=%25`)).body).toEqual([])
  })

  it.each([
    ['no title', { title: ' ' }, 'Enter a title.'],
    ['no text', { content: '' }, 'Enter a text.'],
    ['an unknown field', { content: 'Hi {{salary}}' }, 'Unknown field {{salary}}. Choose one from the list of fields.'],
    [
      'a field that isn’t closed',
      { content: 'Hi {{first name}' },
      'Write a field with two braces on each side, such as {{first name}}.',
    ],
    ['a text that is too long', { content: 'x'.repeat(10_001) }, 'Use at most 10,000 characters.'],
  ])('is refused with %s', async (_what, part, sentence) => {
    expect(refusalOf(await testApp.sam.post(repliesPath, replyInput(part)))).toEqual([400, sentence])
    const id = await savedReply(testApp.sam)
    expect(refusalOf(await testApp.sam.put(one(id), replyInput(part)))).toEqual([400, sentence])
  })

  it('is not changed by the second of two people who edit it at the same time', async () => {
    const id = await savedReply(testApp.alice, { isShared: true })
    const edits = await Promise.all(
      [testApp.alice, testApp.mona].map((by) => by.put(one(id), replyInput({ isShared: true }), { 'if-match': '"1"' })),
    )
    expect(edits.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    expect((await testApp.alice.delete(one(id), { 'if-match': '"1"' })).status).toBe(412)
    expect((await testApp.alice.delete(one(id), { 'if-match': '"2"' })).status).toBe(200)
  })

  it('is deleted once, even for concurrent requests', async () => {
    const id = await savedReply(testApp.alice, { isShared: true })
    const answers = await Promise.all([testApp.alice, testApp.mona].map((by) => by.delete(one(id))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect((await testApp.alice.put(one(id), replyInput({ isShared: true }))).status).toBe(404)
  })

  it('is not for bookkeepers, who don’t see messages', async () => {
    const { caller } = await staffMember(testApp, 'Bo', { staffAccess: 'bookkeeper' })
    const id = await savedReply(testApp.alice, { isShared: true })
    expect((await caller.get(repliesPath)).body).toEqual([])
    expect((await caller.get(one(id))).status).toBe(404)
    expect((await caller.get(filled(testApp.folders.acme.id, id))).status).toBe(404)
    expect((await caller.post(repliesPath, replyInput())).status).toBe(403)
  })
})

describe('the fields of a saved reply', () => {
  const invoiceFields = '{{invoice number}}, {{invoice due date}}, {{ Invoice  Balance }}'

  it('are filled in for the folder and the writer', async () => {
    const content = '{{first name}}, {{company}}, {{firm}}, {{firm phone}}, {{my name}}'
    const id = await savedReply(testApp.sam, { content })
    const { name, phone } = testApp.config.provider
    expect((await testApp.sam.get(filled(testApp.folders.acme.id, id))).body).toEqual({
      content: `Ann, Acme Tooling, ${name}, ${phone}, Sam Carter`,
      missing: [],
    })
  })

  it('name the outstanding invoice with the earliest due date, and only to those who see invoices', async () => {
    const folder = await folderApart(testApp)
    const id = await savedReply(testApp.alice, { content: invoiceFields, isShared: true })
    const nothing = {
      content: '[invoice number], [invoice due date], [Invoice  Balance]',
      missing: ['invoice number', 'invoice due date', 'invoice balance'],
    }
    expect((await testApp.sam.get(filled(folder, id))).body).toEqual(nothing)
    await sentInvoice(testApp, { clientFolderId: folder, dueDate: '2031-03-01' })
    const first = await sentInvoice(testApp, { clientFolderId: folder, dueDate: '2031-02-01' })
    const number = (await testApp.alice.get(invoicePath(first))).body.invoiceNumber as string
    const { body } = await testApp.sam.get(filled(folder, id))
    expect(body).toEqual({ content: expect.stringContaining(`${number}, February 1, 2031, $10`), missing: [] })
    const assistant = await staffMember(testApp, 'Ash', { staffAccess: 'assistant' })
    await testApp.alice.post(`/api/client-folders/${folder}/members`, { userId: assistant.id })
    expect((await assistant.caller.get(filled(folder, id))).body).toEqual(nothing)
  })

  it('without a value are shown to the writer, and a message with one is not sent', async () => {
    const { body: folder } = await testApp.sam.post('/api/client-folders', { name: 'No client', services: 'x' })
    const id = await savedReply(testApp.sam, { content: 'Hi {{first name}},' })
    const { body } = await testApp.sam.get(filled(folder.id, id))
    expect(body).toEqual({ content: 'Hi [first name],', missing: ['first name'] })
    const send = (content: string) => testApp.sam.post(`/api/client-folders/${folder.id}/messages`, { content })
    expect(refusalOf(await send(body.content))).toEqual([400, 'Replace [first name] before you send this message.'])
    expect(refusalOf(await send('Hi {{First name}},'))).toEqual([
      400,
      'Replace {{First name}} before you send this message.',
    ])
    expect((await send('Hi [you],')).status).toBe(201)
  })

  it('are not filled in for a folder of someone else, or for an unknown reply', async () => {
    const id = await savedReply(testApp.sue)
    expect((await testApp.sue.get(filled(testApp.folders.acme.id, id))).status).toBe(404)
    expect((await testApp.sue.get(filled(testApp.folders.elmwood.id, unknownId))).status).toBe(404)
    expect((await testApp.sue.get(filled(testApp.folders.elmwood.id, id))).status).toBe(200)
  })

  it('never add lines or fields', async () => {
    const { body: folder } = await testApp.sam.post('/api/client-folders', { name: '{{firm}} Co.', services: 'x' })
    const id = await savedReply(testApp.sam, { content: 'For {{company}}' })
    expect((await testApp.sam.get(filled(folder.id, id))).body.content).toBe('For {{firm}} Co.')
  })
})
