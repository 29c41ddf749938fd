// Compares the portal with the independent ledger: every invoice, every client, the firm, and the exports for accounting.
import { expect } from 'vitest'
import type { Caller } from '../test-app.ts'
import { sum } from './arithmetic.ts'
import { accountBalances, readIif, readQuickBooks, readXero, xeroSums } from './books.ts'
import { accountsOf, accountOf, monthOf, pipelineOf, profitOf, receivablesOf, retainerOf } from './figures.ts'
import { type Firm, succeeded } from './firm.ts'
import { balanceOf, type Invoice, isOwed, paidOn, statusOf } from './ledger.ts'

/** Of any list; each check names the fields that it reads. */
interface Item {
  id: string
  amount: number
  available: number
  invoiceId: string
  unapplied: number
}

/** All pages of a list. */
async function listed(who: Caller, path: string): Promise<Item[]> {
  const items: Item[] = []
  const separator = path.includes('?') ? '&' : '?'
  for (let next: string | undefined = `${path}${separator}limit=200`; next !== undefined;) {
    const answer = await who.get(next)
    items.push(...succeeded(answer))
    next = /^<(.+)>; rel="next"$/.exec(String(answer.headers.link))?.[1]
  }
  return items
}

const figuresOf = (invoice: Invoice, today: string) => ({
  subtotal: invoice.subtotal,
  tax: invoice.tax,
  total: invoice.total,
  amountPaid: paidOn(invoice),
  balance: balanceOf(invoice),
  status: statusOf(invoice, today),
})

/** The portal has the invoices of the ledger and no others, each with the same totals, balance, and status. */
export async function compareInvoices({ ledger, today, admin }: Firm): Promise<void> {
  const invoices = await listed(await admin(), '/api/invoices')
  const found = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  expect(new Set(found.keys())).toEqual(new Set(ledger.invoices.map(({ id }) => id)))
  for (const invoice of ledger.invoices)
    expect(found.get(invoice.id), invoice.number).toMatchObject(figuresOf(invoice, today))
}

/** Each entry of each invoice, and the balance after it. */
export async function compareEntries({ ledger, admin }: Firm): Promise<void> {
  const who = await admin()
  for (const invoice of ledger.invoices) {
    const entries = (await listed(who, `/api/invoices/${invoice.id}/payments`)).toReversed()
    let balance = invoice.total
    const expected = invoice.entries.map(({ id, kind, amount, date, isOnline }) => {
      balance -= amount
      return { id, kind, amount, date, isOnline, balance }
    })
    expect(entries, invoice.number).toMatchObject(expected)
  }
}

/** Statement, retainer, and overview of each client, as the client reads them. */
export async function compareClients({ ledger, today, clients, clientOf }: Firm): Promise<void> {
  for (const client of clients) {
    const who = await clientOf(client)
    const path = `/api/client-folders/${client.id}`
    const account = accountOf(ledger, client, today)
    expect(succeeded(await who.get(`${path}/statement`)), client.name).toMatchObject(account)
    expect(succeeded(await who.get(`${path}/retainer`)), client.name).toMatchObject(retainerOf(ledger, client))
    const entries = await listed(who, `${path}/retainer/entries`)
    expect(sum(entries.map(({ amount }) => amount))).toBe(account.retainerBalance)
    const notes = await listed(who, `/api/credit-notes?clientFolderId=${client.id}`)
    expect(new Map(notes.map(({ id, available }) => [id, available]))).toEqual(
      new Map(
        ledger.notes.filter(({ folder }) => folder === client).map((note) => [note.id, ledger.availableOf(note)]),
      ),
    )
  }
}

/** Billed, collected, receivables, and proposals of the firm. */
export async function compareFirm({ ledger, today, admin }: Firm): Promise<void> {
  const who = await admin()
  const receivables = succeeded(await who.get('/api/reports/receivables'))
  const { balance, aging, clients } = receivablesOf(ledger, today)
  expect(receivables).toMatchObject({ balance, aging, clientCount: clients.size })
  expect(
    new Map(receivables.clients.map((client: Record<string, unknown>) => [client['clientFolderId'], client])),
  ).toMatchObject(clients)
  for (const [id, expected] of clients)
    expect(
      receivables.clients.find((client: Record<string, unknown>) => client['clientFolderId'] === id),
    ).toMatchObject(expected)
  const last = today.slice(0, 7)
  const query = `from=2031-01&to=${last}`
  const { months } = succeeded(await who.get(`/api/reports/money?${query}`))
  expect(months).toMatchObject(
    months.map(({ month }: { month: string }) => ({ month, ...monthOf(ledger, month.slice(0, 7)) })),
  )
  const profit = succeeded(await who.get(`/api/reports/profit?${query}`))
  const profits = profitOf(ledger, last)
  expect(profit.clients).toHaveLength(profits.size)
  for (const { clientFolderId, ...figures } of profit.clients)
    expect(figures, clientFolderId).toMatchObject(profits.get(clientFolderId) ?? { income: 'none expected' })
  for (const key of ['income', 'minutes', 'cost', 'profit'] as const)
    expect(profit[key]).toBe(sum([...profits.values()].map((client) => client[key])))
  const pipeline = succeeded(await who.get(`/api/reports/pipeline?${query}`)).months
  expect(pipeline).toEqual(
    pipeline.map(({ month }: { month: string }) => ({ month, ...pipelineOf(ledger, month.slice(0, 7), today) })),
  )
}

/** What was received online beyond what was due. */
export async function compareUnapplied({ ledger, clientWith, clientOf, admin }: Firm): Promise<void> {
  const found = Map.groupBy(await listed(await admin(), '/api/online-payments/unapplied'), ({ invoiceId }) => invoiceId)
  expect(new Map([...found].map(([id, of]) => [id, sum(of.map(({ unapplied }) => unapplied))]))).toEqual(
    new Map([...ledger.unapplied].map(([{ id }, amount]) => [id, amount])),
  )
  for (const [invoice, amount] of ledger.unapplied) {
    const { payments } = succeeded(
      await (await clientOf(clientWith(invoice))).get(`/api/invoices/${invoice.id}/payment-options`),
    )
    expect(sum(payments.map(({ unapplied }: { unapplied: number }) => unapplied)), invoice.number).toBe(amount)
  }
}

export interface Exports {
  quickbooks: string
  xero: string
  iif: string
}

export async function exportBooks({ admin }: Firm, from: string, to: string): Promise<Exports> {
  const who = await admin()
  const text = async (format: string) => {
    const answer = await who.get(`/api/books/${format}/export?from=${from}&to=${to}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.text
  }
  return { quickbooks: await text('quickbooks'), xero: await text('xero'), iif: await text('iif') }
}

/** Loads the exports of a period; their sums and accounts must be those of the ledger. */
export function compareBooks({ ledger }: Firm, from: string, to: string, { quickbooks, xero, iif }: Exports): void {
  const isIn = (date: string | null) => date !== null && date >= from && date <= to
  const sent = ledger.invoices.filter((invoice) => isOwed(invoice) && isIn(invoice.sentOn))
  const booked = new Map(
    sent.map(({ number, folder, sentOn, subtotal, tax }) => [
      number,
      { client: folder.name, date: sentOn, subtotal, tax },
    ]),
  )
  expect(readQuickBooks(quickbooks)).toEqual(booked)
  const notes = ledger.notes.filter(({ isVoid, date }) => !isVoid && isIn(date))
  for (const { number, folder, date, amount, tax } of notes)
    booked.set(number, { client: folder.name, date, subtotal: tax - amount, tax: 0 - tax })
  expect(readXero(xero)).toEqual(booked)

  const expected = accountsOf(ledger, from, to)
  expect(sum(Object.values(expected))).toBe(0)
  const balances = accountBalances(readIif(iif))
  expect({
    income: balances.get('Services') ?? 0,
    receivable: balances.get('Accounts Receivable') ?? 0,
    tax: balances.get('Sales Tax Payable') ?? 0,
    deposits: balances.get('Undeposited Funds') ?? 0,
    retainer: balances.get('Client Retainers') ?? 0,
  }).toEqual(expected)
  // Xero's file has no payments, so the account of retainers contains what was billed and credited.
  const used = sum(
    ledger.invoices
      .flatMap(({ entries }) => entries)
      .filter(({ source, date }) => source === 'retainer' && isIn(date))
      .map(({ amount }) => amount),
  )
  for (const [column, income, retainer] of [
    ['*AccountCode', '200', '2400'],
    ['InventoryItemCode', 'HR-WORK', 'HR-RETAINER'],
  ] as const) {
    const codes = xeroSums(xero, column)
    expect([codes.get(income) ?? 0, codes.get(retainer) ?? 0]).toEqual([-expected.income, used - expected.retainer])
  }
}
