// Firm settings: permissions, validation, and where each setting is used.
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstPublicSite } from '../../domain/public-site.ts'
import { draftedInvoice, folderApart, invoiceInput, sentInvoice, setInvoiceStatus } from '../../tests/invoices.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { png } from '../../tests/samples.ts'
import { type Answer, type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({ PROVIDER_NAME: 'Ridgeline HR' })))
afterAll(() => testApp.close())

const path = '/api/firm-settings'
const read = async () => (await testApp.alice.get(path)).body
const change = (body: object, who: Caller = testApp.alice, headers = {}) => who.patch(path, body, headers)
const saved = async (body: object) => {
  const answer = await change(body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const refusalOf = ({ status, body }: Answer) => [status, body.issues?.[0]?.path, body.message]
const identity = { name: 'Blue Ridge HR', address: '12 Main Street', phone: '(540) 555-0100', email: 'hr@example.com' }
const billing = async (more: object) => ({ billing: { ...(await read()).billing, ...more } })

const upload = (who: Caller, bytes: Buffer, headers: Record<string, string> = {}) =>
  who.send({
    method: 'PUT',
    url: `${path}/logo`,
    headers: { 'content-type': 'image/png', ...headers },
    payload: bytes,
  })

describe('firm settings', () => {
  it('begin with what the environment and the specification say, and are the first version', async () => {
    expect(await read()).toMatchObject({
      identity: { name: 'Ridgeline HR', address: 'Virginia' },
      salesTax: { mode: 'rate', rate: 5750 },
      billing: { dueDays: 30, publicBodyDueDays: 45, lateCharge: 150, paymentInstructions: null },
      branding: { accent: null },
      publicSite: firstPublicSite('Ridgeline HR'),
      logo: null,
      saved: [],
      version: 1,
      changedAt: null,
      allowed: ['edit'],
    })
  })

  it('are saved section by section, with who and when, and leave an entry with the names of the sections', async () => {
    const before = await read()
    const after = await saved({ identity })
    expect(after).toMatchObject({ identity, version: before.version + 1, changedByName: expect.any(String) })
    expect(after.saved).toContain('identity')
    expect(after.salesTax).toEqual(before.salesTax)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'firm-settings.changed',
      actorId: testApp.people.alice.id,
      details: { version: after.version, changed: ['identity'] },
    })
  })

  it('complete the setup checklist where the environment left them out', async () => {
    const missing = async () => (await testApp.alice.get('/api/setup-checklist')).body.missingSettings
    expect(await missing()).toEqual(['PROVIDER_LOGO'])
    await upload(testApp.alice, png())
    expect(await missing()).toEqual([])
    await testApp.alice.delete(`${path}/logo`)
  })

  it('keep each earlier version', async () => {
    const { version } = await saved({ identity: { ...identity, name: 'Blue Ridge HR, LLC' } })
    await saved({ identity })
    const row = await testApp.db.one(typed(z.object({ name: z.string() }))`
      select settings -> 'identity' ->> 'name' as name from firm_settings where version = ${version}`)
    expect(row.name).toBe('Blue Ridge HR, LLC')
  })

  it('refuse a save that is based on an older version, and of two at the same time let one through', async () => {
    const { version } = await read()
    const ifMatch = { 'if-match': `"${version}"` }
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => change({ identity: { ...identity, name } }, testApp.alice, ifMatch)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412])
    expect((await change({ identity }, testApp.alice, ifMatch)).status).toBe(412)
    expect((await read()).version).toBe(version + 1)
  })

  it('are for administrators: staff and clients get 403, visitors 401', async () => {
    for (const who of ['sam', 'ann'] as const) {
      expect((await testApp[who].get(path)).status).toBe(403)
      expect((await change({ identity }, testApp[who])).status).toBe(403)
      expect((await upload(testApp[who], png())).status).toBe(403)
      expect((await testApp[who].delete(`${path}/logo`)).status).toBe(403)
      expect((await testApp[who].get(`${path}/invoice-preview`)).status).toBe(403)
    }
    expect((await change({ identity }, testApp.visitor)).status).toBe(401)
    expect((await upload(testApp.visitor, png())).status).toBe(401)
  })

  it.each<[object, string, string]>([
    [{}, '', 'Send at least one section.'],
    [
      { salesTax: { mode: 'rate', rate: 0 } },
      'salesTax.rate',
      'Enter a rate above 0% and up to 30%, with at most three decimals.',
    ],
    [{ salesTax: { mode: 'sometimes', rate: 1 } }, 'salesTax.mode', 'Choose how sales tax is charged.'],
    [{ identity: { ...identity, name: '<i>x</i>' } }, 'identity.name', 'Use plain text without HTML.'],
    [{ identity: { ...identity, email: 'x' } }, 'identity.email', 'Enter a valid email address.'],
    [
      { branding: { accent: '#ffcc00' } },
      'branding.accent',
      'This color has a contrast of 1.2 to 1 with light backgrounds. At least 4.5 to 1 is needed. Choose a darker color.',
    ],
    [{ emails: { signature: 'x', showLogo: 'yes' } }, 'emails.showLogo', 'Check this field: its value isn’t valid.'],
  ])('refuse %j', async (body, at, sentence) => {
    const before = await read()
    expect(refusalOf(await change(body))).toEqual([400, at, sentence])
    expect(await read()).toEqual(before)
  })
})

describe('a logo', () => {
  it('is shown at an address of its own, printed, and removed', async () => {
    const { body, status } = await upload(testApp.alice, png())
    expect(status).toBe(200)
    expect(body.logo).toMatch(/^\/logo\/[0-9a-f]{32}\.png$/)
    const { rawPayload, headers } = await testApp.app.inject({ url: body.logo })
    expect(rawPayload.equals(png())).toBe(true)
    expect(headers['content-type']).toBe('image/png')
    const removed = await testApp.alice.delete(`${path}/logo`)
    expect(removed.body.logo).toBeNull()
    // Emails that were already sent still show it.
    expect((await testApp.app.inject({ url: body.logo })).statusCode).toBe(200)
    const again = await testApp.alice.delete(`${path}/logo`)
    expect([again.status, again.body.message]).toEqual([409, 'There is no uploaded logo.'])
  })

  it.each<[string, Buffer, number, string]>([
    ['nothing', Buffer.alloc(0), 400, 'Choose a PNG or JPEG image.'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, 'Choose a PNG or JPEG image.'],
    [
      'a PNG cut off',
      png().subarray(0, 40),
      400,
      'This image is damaged or of a kind that can’t be printed. Choose another one.',
    ],
    [
      '201 KB',
      Buffer.concat([png(), Buffer.alloc(201 * 1024)]),
      400,
      'A logo can be at most 200 KB. Choose a smaller image.',
    ],
    ['2 MB', Buffer.alloc(2 * 1024 * 1024), 413, 'This is too large to send.'],
  ])('is refused where it is %s', async (_what, bytes, status, sentence) => {
    const answer = await upload(testApp.alice, bytes)
    expect([answer.status, answer.body.message]).toEqual([status, sentence])
    expect((await read()).logo).toBeNull()
  })

  it('is refused on a stale version, and not found at an address that no logo has', async () => {
    expect((await upload(testApp.alice, png(), { 'if-match': '"999"' })).status).toBe(412)
    for (const name of [`${'0'.repeat(32)}.png`, 'x.png', '..%2Fapp.html'])
      expect((await testApp.app.inject({ url: `/logo/${name}` })).statusCode).toBe(404)
  })
})

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
    await saved({ salesTax: { mode: 'off', rate: 5750 } })
    expect(await draft()).toMatchObject({ subtotal: 10_000, tax: 0, total: 10_000, taxMode: 'off' })
    await saved({ salesTax: { mode: 'rate', rate: 6625 } })
    expect(await draft()).toMatchObject({ tax: 663, taxMode: 'rate', taxRate: 6625 })
    await saved({ salesTax: { mode: 'by-line', rate: 5750 } })
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
    await saved({ salesTax: { mode: 'rate', rate: 5750 } })
  })

  it('is the rate in force when an invoice is sent, and does not change afterward', async () => {
    const [draft, sent] = [await draftedInvoice(testApp), await sentInvoice(testApp)]
    await saved({ salesTax: { mode: 'rate', rate: 6000 } })
    const stale = await setInvoiceStatus(testApp.alice, draft, 'sent')
    expect([stale.status, stale.body.message]).toEqual([
      409,
      'The sales tax setting changed. Edit and save the draft before it is sent.',
    ])
    await testApp.alice.put(`/api/invoices/${draft}`, {})
    expect((await setInvoiceStatus(testApp.alice, draft, 'sent')).body).toMatchObject({ status: 'sent', tax: 600 })
    expect((await testApp.alice.get(`/api/invoices/${sent}`)).body).toMatchObject({ taxRate: 5750, tax: 575 })
    await saved({ salesTax: { mode: 'rate', rate: 5750 } })
  })

  it('is shown to the team in forms, and not to clients', async () => {
    expect((await testApp.sam.get(`${path}/billing`)).body).toMatchObject({
      salesTax: { mode: 'rate', rate: 5750 },
      dueDays: 30,
      publicBodyDueDays: 45,
      contractTerms: expect.stringContaining('Net 30'),
      publicBodyContractTerms: expect.stringContaining('Net 45'),
    })
    expect((await testApp.ann.get(`${path}/billing`)).status).toBe(403)
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
    await saved({ identity, ...(await billing({ paymentInstructions: 'Wire to First Bank.' })) })
    const [draft, sent] = [await draftedInvoice(testApp), await sentInvoice(testApp)]
    await saved({ identity: { ...identity, name: 'Piedmont HR' }, ...(await billing({ paymentInstructions: null })) })
    const words = await pdfOf(sent)
    expect(words).toContain('Blue Ridge HR')
    expect(words).toContain('Wire to First Bank.')
    expect(words).not.toContain('Piedmont HR')
    const issuer = { name: 'Blue Ridge HR', payment: expect.arrayContaining(['Wire to First Bank.']) }
    expect((await testApp.ann.get(`/api/invoices/${sent}`)).body.issuer).toMatchObject(issuer)
    expect(await pdfOf(draft)).toContain('Make checks payable to Piedmont HR')
    await saved({ identity })
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
      url: `${path}/invoice-preview`,
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
    await saved(await billing({ dueDays: 15, lateCharge: 0 }))
    expect((await create()).terms).toContain('Net 15')
    await saved(await billing({ contractTerms: 'Our own terms.' }))
    expect((await create()).terms).toBe('Our own terms.')
    expect((await testApp.alice.get(`/api/contracts/${first.id}`)).body.terms).toBe(first.terms)
    await saved(await billing({ dueDays: 30, lateCharge: 150, contractTerms: null }))
    await testApp.alice.patch(`/api/client-folders/${clientFolderId}`, { sector: 'public-school' })
    const { terms } = await create()
    expect(terms).toContain('Net 45')
    expect(terms).not.toContain('late charge')
  })
})

describe('another instance', () => {
  it('works with a change right away, whichever of them saved it', { timeout: 30_000 }, async () => {
    const twin = await testApp.twin()
    await testApp.goLive()
    await twin.goLive()
    await saved({ identity: { ...identity, name: 'Twin HR' } })
    await expect.poll(() => twin.context.firm.settings().identity.name).toBe('Twin HR')
    expect(twin.context.config.provider.name).toBe('Twin HR')
    await twin.caller(testApp.alice.cookie).patch(path, { identity })
    await expect.poll(() => testApp.context.config.provider.name).toBe('Blue Ridge HR')
  })

  it('reads the saved settings when it starts later', async () => {
    const late = await testApp.twin()
    expect(late.context.config.provider.name).toBe('Blue Ridge HR')
  })
})
