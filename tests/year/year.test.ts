// A year of a firm on a moved clock: whatever people and jobs do, every balance of the portal equals a calculation that this test
// does on its own. An ordinary run has a tenth of the firm; SECURITY_FULL=1 runs all of it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyAll } from '../../server/backup/verify.ts'
import { type OnlinePayments, openOnlinePayments } from '../online-payments.ts'
import { checkAccessible } from '../pdf/check-accessible.ts'
import { textOf } from '../pdf/text-of.ts'
import { bytesOf, expectSealed } from '../sealed.ts'
import { isInstalled } from '../seals.ts'
import { isFull } from '../security/measured.ts'
import { Agreements } from './agreements.ts'
import { Billing } from './billing.ts'
import {
  compareBooks,
  compareClients,
  compareEntries,
  compareFirm,
  compareInvoices,
  compareUnapplied,
  type Exports,
  exportBooks,
} from './checks.ts'
import { Corrections } from './corrections.ts'
import { Credits } from './credits.ts'
import { accountsOf } from './figures.ts'
import { type Client, Firm, firstDay, refused, succeeded } from './firm.ts'
import { isOwed } from './ledger.ts'
import { Payments } from './payments.ts'
import { expectSignedRanges } from './signed-ranges.ts'

const scale = isFull ? 1 : 0.1

let online: OnlinePayments
beforeAll(async () => void (online = await openOnlinePayments()))
afterAll(() => online.close())

const quarters = [
  { from: '2031-01-01', to: '2031-03-31', months: ['2031-01', '2031-02', '2031-03'], closedOn: '2031-04-10' },
  { from: '2031-04-01', to: '2031-06-30', months: ['2031-04', '2031-05', '2031-06'], closedOn: '2031-07-10' },
]

async function openFirm(firm: Firm, billing: Billing, agreements: Agreements) {
  const admin = await firm.admin()
  const settings = {
    contracts: { firmSigns: true },
    onlinePayment: { isOn: true, allowsPartial: true },
    time: { hourlyCost: firm.ledger.hourlyCost },
  }
  succeeded(await admin.patch('/api/firm-settings', settings))
  const { mapping } = succeeded(await admin.get('/api/books'))
  const names = {
    retainerAccount: 'Client Retainers',
    retainerItem: 'Retainer',
    xeroRetainerCode: '2400',
    xeroItemCode: 'HR-WORK',
    xeroRetainerItemCode: 'HR-RETAINER',
  }
  succeeded(await admin.put('/api/books/mapping', { ...mapping, ...names }))
  await firm.openFolders()
  await billing.openCards()
  await agreements.publishTemplates()
}

/** Closes the months of a quarter, whose exports must not change from then on. */
async function closeQuarter(firm: Firm, { from, to, months, closedOn }: (typeof quarters)[number]): Promise<Exports> {
  const admin = await firm.admin()
  for (const month of months) {
    expect((await admin.post('/api/books/closed-months', { month })).status).toBe(201)
    refused(await admin.post('/api/books/closed-months', { month }), 409)
  }
  firm.openFrom = `${closedOn.slice(0, 7)}-01`
  const old = firm.ledger.invoices.filter((each) => isOwed(each) && (each.sentOn ?? '') <= to)
  for (const { id, entries, total } of old) {
    if (total > 0 && entries.length === 0)
      refused(await admin.patch(`/api/invoices/${id}/status`, { status: 'void', reason: 'Late' }), 409)
    refused(await admin.post(`/api/invoices/${id}/payments`, { amount: 1, date: to }), 409)
  }
  for (const note of firm.ledger.notes.filter(({ date, isVoid }) => date <= to && !isVoid))
    refused(await admin.post(`/api/credit-notes/${note.id}/void`, { reason: 'Late' }), 409)
  return exportBooks(firm, from, to)
}

/** Other names for clients, items, and accounts, which the exports of closed months don't have. */
async function renameInBooks(firm: Firm): Promise<void> {
  const admin = await firm.admin()
  for (const [index, { id }] of firm.clients.entries())
    succeeded(await admin.put(`/api/books/customers/${id}`, { name: `Customer ${index + 1}` }))
  const newNames = { item: 'New', incomeAccount: 'New', xeroAccountCode: '999' }
  for (const { id } of succeeded(await admin.get('/api/books/items?limit=200')))
    succeeded(await admin.put(`/api/books/items/${id}`, { ...newNames, xeroItemCode: 'NEW' }))
  const { mapping } = succeeded(await admin.get('/api/books'))
  const names = {
    receivableAccount: 'New',
    taxAccount: 'New',
    depositAccount: 'New',
    xeroTaxType: 'New',
    xeroItemCode: 'NEW',
  }
  succeeded(await admin.put('/api/books/mapping', { ...mapping, ...names }))
}

async function compareAll(firm: Firm) {
  await compareInvoices(firm)
  await compareClients(firm)
  await compareFirm(firm)
  await compareUnapplied(firm)
}

const title = `a year of a firm with ${Math.round(300 * scale)} invoices has the balances of an independent calculation`
it(title, { timeout: isFull ? 3_600_000 : 600_000 }, async () => {
  const firm = new Firm(online, scale)
  const { ledger, counts, many } = firm
  const billing = new Billing(firm)
  const payments = new Payments(firm)
  const corrections = new Corrections(firm, payments)
  const credits = new Credits(firm, billing, payments, corrections)
  const agreements = new Agreements(firm, billing)
  const clientAt = (index: number) => firm.clients[index % firm.clients.length] as Client
  const closed: Exports[] = []

  firm.on(firstDay, async () => {
    await openFirm(firm, billing, agreements)
    agreements.plan()
    payments.plan()
    corrections.plan()
    credits.plan()
    firm.spread(many(8), '2031-01-05', '2031-02-20', (index) => billing.startPlan(index))
    firm.spread(many(50), '2031-01-20', '2031-12-15', (index) => billing.time(clientAt(index * 3)))
    firm.on('2031-09-30', () => compareAll(firm))
    firm.on('2031-06-16', () => billing.raiseRates())
    firm.on('2031-07-01', () => agreements.reviseTemplate())
    // The firm begins to charge sales tax by line.
    firm.on('2031-10-01', async () => {
      ledger.tax = { mode: 'by-line', rate: 6125 }
      succeeded(await (await firm.admin()).patch('/api/firm-settings', { salesTax: ledger.tax }))
    })
    for (const quarter of quarters) {
      firm.on(quarter.to, () => compareAll(firm))
      firm.on(quarter.closedOn, async () => void closed.push(await closeQuarter(firm, quarter)))
    }
    // Single invoices keep up with the number of the year, without those that money paid twice was added to.
    for (let month = 1; month <= 12; month++)
      firm.on(`2031-${String(month).padStart(2, '0')}-20`, async () => {
        const wanted = month === 12 ? counts.invoices : Math.floor((counts.invoices * 0.9 * month) / 12)
        for (let index = month; ledger.invoices.length - corrections.made.retainers < wanted; index++)
          await billing.single(clientAt(index * 7))
      })
  })
  await firm.run(() => billing.collectRecurring())

  await compareAll(firm)
  await compareEntries(firm)
  compareBooks(firm, '2031-01-01', '2031-12-31', await exportBooks(firm, '2031-01-01', '2031-12-31'))
  await renameInBooks(firm)
  for (const [index, { from, to }] of quarters.entries()) {
    const exports = await exportBooks(firm, from, to)
    expect(exports).toEqual(closed[index])
    compareBooks(firm, from, to, exports)
  }
  expect({
    clients: firm.clients.length,
    proposals: ledger.offers.length,
    contracts: agreements.signed.length,
    invoices: ledger.invoices.length - corrections.made.retainers,
    payments: payments.count,
    online: payments.online.length,
  }).toEqual(counts)

  const made = { ...billing.made, ...corrections.made, ...credits.made }
  expect(Object.entries(made).filter(([, count]) => count === 0)).toEqual([])
  expect(new Set(agreements.signed.map(({ signers }) => signers))).toEqual(new Set([2, 3]))

  const { broken } = await verifyAll(firm.app.context)
  expect(broken).toEqual([])

  if (isFull) expect(isInstalled('pdfsig')).toBe(true)
  for (const { id, client, seals, template } of agreements.signed) {
    const path = `/api/contracts/${id}`
    const who = await firm.clientOf(client)
    // It keeps the version that it was created from, although a newer one was published.
    expect(succeeded(await who.get(path)).template).toMatchObject(template)
    const sealed = await bytesOf(firm.app, `${path}/pdf`, who)
    const original = await bytesOf(firm.app, `${path}/pdf?original=1`, who)
    await expectSealed(firm.app, sealed, 'contract', seals)
    expect(sealed.subarray(0, original.length).equals(original)).toBe(true)
    if (isInstalled('pdfsig')) expectSignedRanges(sealed, seals)
  }
  for (const invoice of ledger.invoices.filter(isOwed).slice(-(isFull ? 20 : 3))) {
    const who = await firm.clientOf(firm.clientWith(invoice))
    const pdf = await bytesOf(firm.app, `/api/invoices/${invoice.id}/pdf`, who)
    expect(await checkAccessible(pdf)).toEqual([])
    const dollars = (invoice.total / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
    expect(await textOf(pdf)).toContain(`Total ${dollars} `)
  }
  if (isFull) printFigures(firm, made)
})

function printFigures({ ledger }: Firm, made: Record<string, number>) {
  const entries = ledger.invoices.flatMap((invoice) => invoice.entries).length
  const accounts = accountsOf(ledger, '2031-01-01', '2031-12-31')
  process.stdout.write(`${JSON.stringify({ ...made, creditNotes: ledger.notes.length, entries, accounts })}\n`)
}
