// The PDF of a credit note: what it shows, and who may download it.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderApart, invoicePath, sentInvoice } from '../../tests/invoices.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const reason = 'Two hours were billed twice'
const credit = async (body: object) =>
  (await testApp.alice.post('/api/credit-notes', { clientFolderId: testApp.folders.acme.id, reason, ...body })).body
const pdfPath = (id: string) => `/api/credit-notes/${id}/pdf`
const pdfFor = async (caller: Caller, id: string) => {
  const headers = { cookie: caller.cookie ?? '' }
  const { rawPayload, headers: sent } = await testApp.app.inject({ url: pdfPath(id), headers })
  return { bytes: rawPayload, text: await textOf(rawPayload), disposition: sent['content-disposition'] }
}

describe('the PDF of a credit note', () => {
  it('shows the invoice, the reason, the amount, and what was applied, to the client and the team', async () => {
    const invoiceId = await sentInvoice(testApp)
    const { invoiceNumber } = (await testApp.ann.get(invoicePath(invoiceId))).body
    const note = await credit({ invoiceId, amount: 575 })
    for (const caller of [testApp.ann, testApp.sam, testApp.alice]) {
      const { bytes, text, disposition } = await pdfFor(caller, note.id)
      expect(disposition).toContain(`${note.creditNoteNumber}.pdf`)
      for (const words of [
        `Credit note ${note.creditNoteNumber} Total credit $5.75 Applied in full`,
        `Credit for invoice ${invoiceNumber} ${reason} $5.44`,
        'Subtotal $5.44 Sales tax (5.75%) $0.31 Total credit $5.75',
        `${invoiceNumber} Credit applied $5.75`,
        `Invoice ${invoiceNumber} was for $105.75, including $5.75 sales tax (5.75%).`,
      ])
        expect(text).toContain(words)
      expect(await checkAccessible(bytes)).toEqual([])
    }
  })

  it('shows where the credit of the client was applied, and that an application was reversed', async () => {
    const clientFolderId = await folderApart(testApp)
    const note = await credit({ clientFolderId, amount: 2_000 })
    expect((await pdfFor(testApp.ann, note.id)).text).toContain('$20.00 $20.00 available')
    const invoiceId = await sentInvoice(testApp, { clientFolderId })
    await testApp.alice.post(`/api/credit-notes/${note.id}/applications`, { invoiceId, amount: 1_500 })
    const applied = (await pdfFor(testApp.ann, note.id)).text
    expect(applied).toContain('Applied to invoices −$15.00 Credit available $5.00')
    const [entry] = (await testApp.ann.get(invoicePath(invoiceId, '/payments'))).body
    await testApp.alice.post(`/api/payments/${entry.id}/reversal`, { reason })
    const reversed = (await pdfFor(testApp.ann, note.id)).text
    expect(reversed).toContain('Reversal -$15.00')
    expect(reversed).toContain('Total credit $20.00 Credit available $20.00')
  })

  it('has the firm as on its invoice, whatever the firm settings say now', async () => {
    const invoiceId = await sentInvoice(testApp)
    const ofInvoice = await credit({ invoiceId, amount: 100 })
    const firm = 'Elsewhere Consulting'
    const { body: settings } = await testApp.alice.get('/api/firm-settings')
    const identity = { ...settings.identity, name: firm }
    expect((await testApp.alice.patch('/api/firm-settings', { identity })).status).toBe(200)
    const general = await credit({ amount: 100 })
    expect((await pdfFor(testApp.ann, ofInvoice.id)).text).not.toContain(firm)
    expect((await pdfFor(testApp.ann, general.id)).text).toContain(firm)
    expect((await testApp.alice.patch('/api/firm-settings', { identity: settings.identity })).status).toBe(200)
  })

  it('is void once the credit note was voided, with the reason', async () => {
    const note = await credit({ amount: 100 })
    await testApp.alice.post(`/api/credit-notes/${note.id}/void`, { reason: 'Wrong client' })
    const { text } = await pdfFor(testApp.ann, note.id)
    expect(text).toContain('Void $1.00 It can’t be applied')
    expect(text).toMatch(/This credit note was voided on \w+ \d+, \d{4}: Wrong client/)
  })

  it('is refused to visitors, other clients, other staff, and for an unknown id, and each download is audited', async () => {
    const note = await credit({ amount: 100 })
    const statuses = await Promise.all(
      [testApp.visitor, testApp.eve, testApp.sue].map(async (caller) => (await caller.get(pdfPath(note.id))).status),
    )
    expect(statuses).toEqual([401, 404, 404])
    expect((await testApp.alice.get(pdfPath('01890000-0000-7000-8000-00000000dead'))).status).toBe(404)
    expect((await testApp.alice.get(pdfPath('x'))).status).toBe(404)
    await testApp.ann.get(pdfPath(note.id))
    const { body: entries } = await testApp.alice.get(`/api/audit?clientFolderId=${testApp.folders.acme.id}`)
    expect(entries[0]).toMatchObject({
      action: 'file.downloaded',
      entityType: 'credit-notes',
      entityId: note.id,
      actorId: testApp.people.ann.id,
    })
  })
})

describe('the PDF of a credit note of a deleted client', () => {
  it('is refused to everyone once the deletion has started', async () => {
    const clientFolderId = await folderApart(testApp)
    const note = await credit({ clientFolderId, amount: 100 })
    await testApp.db.run(
      sql`update client_folders set status = 'archived', erasure_started_at = ${testApp.db.now} where id = ${clientFolderId}`,
    )
    for (const caller of [testApp.alice, testApp.sam]) {
      const { status, body } = await caller.get(pdfPath(note.id))
      expect([status, body.message]).toEqual([409, expect.stringContaining('This client’s data was deleted.')])
    }
  })
})

describe('the credit notes of an invoice', () => {
  const numbersOf = async (caller: Caller, invoiceId: string): Promise<string[]> =>
    (await caller.get(`/api/credit-notes?invoiceId=${invoiceId}`)).body.map(
      ({ creditNoteNumber }: { creditNoteNumber: string }) => creditNoteNumber,
    )

  it('are those for it and those applied to it, each once', async () => {
    const clientFolderId = await folderApart(testApp)
    const invoiceId = await sentInvoice(testApp, { clientFolderId })
    const own = await credit({ clientFolderId, invoiceId, amount: 100 })
    const general = await credit({ clientFolderId, amount: 300 })
    await credit({ clientFolderId, amount: 50 })
    for (const amount of [100, 200])
      await testApp.alice.post(`/api/credit-notes/${general.id}/applications`, { invoiceId, amount })
    expect(await numbersOf(testApp.ann, invoiceId)).toEqual([general.creditNoteNumber, own.creditNoteNumber])
  })

  it('are not listed to other clients and other staff', async () => {
    const invoiceId = await sentInvoice(testApp)
    await credit({ invoiceId, amount: 100 })
    for (const caller of [testApp.eve, testApp.sue]) expect(await numbersOf(caller, invoiceId)).toEqual([])
  })
})
