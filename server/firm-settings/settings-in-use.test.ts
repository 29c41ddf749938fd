// Where firm settings are used: sales tax, the firm's details and payment terms on an invoice, and the terms of a
// contract.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identity, readSettings, saveSettings, settingsPath } from '../../tests/firm-settings.ts'
import { draftedInvoice, folderApart, invoiceInput, sentInvoice, setInvoiceStatus } from '../../tests/invoices.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({ PROVIDER_NAME: 'Ridgeline HR' })))
afterAll(() => testApp.close())

const billing = async (more: object) => ({ billing: { ...(await readSettings(testApp)).billing, ...more } })

describe('sales tax', () => {
  it('follows the setting: off, another rate, and by line', async () => {
    const folder = await folderApart(testApp)
    const draft = async (lines?: object[]) =>
      (
        await testApp.alice.post(
          '/api/invoices',
          invoiceInput(testApp, { clientFolderId: folder, ...(lines && { lineItems: lines }) }),
        )
      ).body
    await saveSettings(testApp, { salesTax: { mode: 'off', rate: 5750 } })
    expect(await draft()).toMatchObject({ subtotal: 10_000, tax: 0, total: 10_000, taxMode: 'off' })
    await saveSettings(testApp, { salesTax: { mode: 'rate', rate: 6625 } })
    expect(await draft()).toMatchObject({ tax: 663, taxMode: 'rate', taxRate: 6625 })
    await saveSettings(testApp, { salesTax: { mode: 'by-line', rate: 5750 } })
    const lines = [
      { description: 'Printed handbooks', quantity: 1, rate: 10_000 },
      { description: 'Consulting', quantity: 1, rate: 50_000, taxed: false },
    ]
    const byLine = await draft(lines)
    expect(byLine).toMatchObject({ tax: 575, total: 60_575, lineItems: [{ rate: 10_000 }, { taxed: false }] })
    const { rawPayload } = await testApp.app.inject({
      url: `/api/invoices/${byLine.id}/pdf`,
      headers: { cookie: testApp.alice.cookie ?? '' },
    })
    expect(await textOf(rawPayload)).toContain('* No sales tax on this line.')
    await saveSettings(testApp, { salesTax: { mode: 'rate', rate: 5750 } })
  })

  it('is the rate in force when an invoice is sent, and does not change afterward', async () => {
    const [draft, sent] = [await draftedInvoice(testApp), await sentInvoice(testApp)]
    await saveSettings(testApp, { salesTax: { mode: 'rate', rate: 6000 } })
    const stale = await setInvoiceStatus(testApp.alice, draft, 'sent')
    expect([stale.status, stale.body.message]).toEqual([
      409,
      'The sales tax setting changed. Edit and save the draft before it is sent.',
    ])
    await testApp.alice.put(`/api/invoices/${draft}`, {})
    expect((await setInvoiceStatus(testApp.alice, draft, 'sent')).body).toMatchObject({ status: 'sent', tax: 600 })
    expect((await testApp.alice.get(`/api/invoices/${sent}`)).body).toMatchObject({ taxRate: 5750, tax: 575 })
    await saveSettings(testApp, { salesTax: { mode: 'rate', rate: 5750 } })
  })

  it('is shown to the team in forms, and not to clients', async () => {
    expect((await testApp.sam.get(`${settingsPath}/billing`)).body).toMatchObject({
      salesTax: { mode: 'rate', rate: 5750 },
      dueDays: 30,
      publicBodyDueDays: 45,
      contractTerms: expect.stringContaining('Net 30'),
      publicBodyContractTerms: expect.stringContaining('Net 45'),
    })
    expect((await testApp.ann.get(`${settingsPath}/billing`)).status).toBe(403)
  })
})

describe('an invoice', () => {
  const pdfOf = async (id: string, who: Caller = testApp.alice) => {
    const { rawPayload } = await testApp.app.inject({
      url: `/api/invoices/${id}/pdf`,
      headers: { cookie: who.cookie ?? '' },
    })
    return textOf(rawPayload)
  }

  it('keeps the firm’s details and payment instructions that it was sent with; a draft has the new ones', async () => {
    await saveSettings(testApp, { identity, ...(await billing({ paymentInstructions: 'Wire to First Bank.' })) })
    const [draft, sent] = [await draftedInvoice(testApp), await sentInvoice(testApp)]
    await saveSettings(testApp, {
      identity: { ...identity, name: 'Piedmont HR' },
      ...(await billing({ paymentInstructions: null })),
    })
    const words = await pdfOf(sent)
    expect(words).toContain('Blue Ridge HR')
    expect(words).toContain('Wire to First Bank.')
    expect(words).not.toContain('Piedmont HR')
    const issuer = { name: 'Blue Ridge HR', payment: expect.arrayContaining(['Wire to First Bank.']) }
    expect((await testApp.ann.get(`/api/invoices/${sent}`)).body.issuer).toMatchObject(issuer)
    expect(await pdfOf(draft)).toContain('Make checks payable to Piedmont HR')
    await saveSettings(testApp, { identity })
  })

  it('asks a public body for a check or ACH within 45 days, without a late charge', async () => {
    const folder = await folderApart(testApp, { sector: 'public-school' })
    const id = await sentInvoice(testApp, { clientFolderId: folder })
    const words = await pdfOf(id)
    expect(words).toContain('Pay by check or ACH within 45 days of receiving this invoice (Net 45).')
    expect(words).not.toContain('late charge')
    expect(await pdfOf(await sentInvoice(testApp))).toContain('late charge of 1.5% per month')
  })

  it('is shown as a sample with the settings in force, which is in the audit log', async () => {
    const { rawPayload, statusCode } = await testApp.app.inject({
      url: `${settingsPath}/invoice-preview`,
      headers: { cookie: testApp.alice.cookie ?? '' },
    })
    expect(statusCode).toBe(200)
    expect(await textOf(rawPayload)).toContain('This is a sample. It has no effect.')
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'file.downloaded' })
  })
})

describe('a contract', () => {
  it('begins with the firm’s terms, and one that exists keeps its own', async () => {
    const clientFolderId = await folderApart(testApp)
    const create = async () =>
      (
        await testApp.alice.post('/api/contracts', {
          clientFolderId,
          clientName: 'Ann',
          clientEmail: 'ann@example.com',
          startDate: '2026-12-01',
          totalValue: 100_000,
        })
      ).body
    const first = await create()
    expect(first.terms).toContain('late charge of 1.5% per month')
    await saveSettings(testApp, await billing({ dueDays: 15, lateCharge: 0 }))
    expect((await create()).terms).toContain('Net 15')
    await saveSettings(testApp, await billing({ contractTerms: 'Our own terms.' }))
    expect((await create()).terms).toBe('Our own terms.')
    expect((await testApp.alice.get(`/api/contracts/${first.id}`)).body.terms).toBe(first.terms)
    await saveSettings(testApp, await billing({ dueDays: 30, lateCharge: 150, contractTerms: null }))
    await testApp.alice.patch(`/api/client-folders/${clientFolderId}`, { sector: 'public-school' })
    const { terms } = await create()
    expect(terms).toContain('Net 45')
    expect(terms).not.toContain('late charge')
  })
})
