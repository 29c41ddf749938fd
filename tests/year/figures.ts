// What the independent ledger says about a client, the firm, and its accounts.
import { sum, timeCents } from './arithmetic.ts'
import { balanceOf, type Entry, type Folder, type Invoice, isOwed, type Ledger, type Offer } from './ledger.ts'

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

function aging(invoices: readonly Invoice[], today: string) {
  const between = (least: number, most: number) =>
    sum(
      invoices
        .filter(({ dueDate }) => {
          const days = daysBetween(dueDate, today)
          return days >= least && days <= most
        })
        .map(balanceOf),
    )
  return {
    current: between(-Infinity, 0),
    days1To30: between(1, 30),
    days31To60: between(31, 60),
    days61To90: between(61, 90),
    over90Days: between(91, Infinity),
  }
}

/** Money that a client paid in advance: what was paid on retainer invoices, less what was used and returned. */
export function retainerOf(ledger: Ledger, folder: Folder) {
  const entries = ledger.invoices.filter((invoice) => invoice.folder === folder)
  const kindOf = (entry: Entry) => (entry.corrects?.kind === 'refund' ? 'refund' : entry.kind)
  const ofMoney = entries.filter(({ isRetainer }) => isRetainer).flatMap((invoice) => invoice.entries)
  const moved = ofMoney.filter(({ source }) => source === 'money')
  const returned = moved.filter((entry) => kindOf(entry) === 'refund')
  const used = entries.flatMap((invoice) => invoice.entries).filter(({ source }) => source === 'retainer')
  const paidIn = sum(moved.map(({ amount }) => amount)) - sum(returned.map(({ amount }) => amount))
  const refunded = -sum(returned.map(({ amount }) => amount)) + 0
  const applied = sum(used.map(({ amount }) => amount))
  return { paidIn, applied, refunded, balance: paidIn - applied - refunded }
}

/** The statement of a client. */
export function accountOf(ledger: Ledger, folder: Folder, today: string) {
  const open = ledger.invoices.filter((each) => each.folder === folder && isOwed(each) && balanceOf(each) > 0)
  const money = ledger.entriesOf(folder).filter(({ source }) => source === 'money')
  return {
    balance: sum(open.map(balanceOf)),
    openInvoices: open.length,
    aging: aging(open, today),
    paidInPeriod: sum(money.map(({ amount }) => amount)),
    paymentsReceived: money.length,
    credits: ledger.notes
      .filter((note) => note.folder === folder && ledger.availableOf(note) > 0)
      .map((note) => ({ id: note.id, amount: note.amount, tax: note.tax, available: ledger.availableOf(note) })),
    creditAvailable: sum(ledger.notes.filter((note) => note.folder === folder).map(ledger.availableOf)),
    retainerBalance: retainerOf(ledger, folder).balance,
  }
}

export function receivablesOf({ invoices }: Ledger, today: string) {
  const open = invoices.filter((each) => isOwed(each) && balanceOf(each) > 0)
  const balances = Map.groupBy(open, ({ folder }) => folder.id)
  return {
    balance: sum(open.map(balanceOf)),
    aging: aging(open, today),
    clients: new Map(
      [...balances].map(([id, of]) => [id, { balance: sum(of.map(balanceOf)), aging: aging(of, today) }]),
    ),
  }
}

/** Billed, collected, credited, and the sales tax of a month (YYYY-MM). */
export function monthOf({ invoices, notes }: Ledger, month: string) {
  const isIn = (date: string | null) => date?.startsWith(month) === true
  const billed = invoices.filter((each) => isOwed(each) && !each.isRetainer && isIn(each.sentOn))
  const money = invoices
    .flatMap(({ entries }) => entries)
    .filter(({ source, date }) => source === 'money' && isIn(date))
  const given = notes.filter((note) => !note.isVoid && note.invoice?.isRetainer !== true && isIn(note.date))
  return {
    billed: sum(billed.map(({ total }) => total)),
    collected: sum(money.map(({ amount }) => amount)),
    credited: sum(given.map(({ amount }) => amount)),
    salesTax: sum(billed.map(({ tax }) => tax)) - sum(given.map(({ tax }) => tax)),
  }
}

/** Income and cost of each client from January to a month (YYYY-MM), by the id of the folder. */
export function profitOf({ invoices, notes, work, hourlyCost }: Ledger, last: string) {
  const isIn = (date: string | null) => date !== null && date.slice(0, 7) <= last
  const ofWork = invoices.filter((each) => isOwed(each) && !each.isRetainer && isIn(each.sentOn))
  const given = notes.filter((note) => !note.isVoid && note.invoice?.isRetainer !== true && isIn(note.date))
  const done = work.filter(({ date }) => isIn(date))
  const folders = new Set([...ofWork, ...given, ...done].map(({ folder }) => folder))
  return new Map(
    [...folders].map((folder) => {
      const of = <T extends { folder: Folder }>(items: readonly T[]) => items.filter((item) => item.folder === folder)
      const credited = sum(of(given).map(({ amount, tax }) => amount - tax))
      const income = sum(of(ofWork).map(({ subtotal }) => subtotal)) - credited
      const minutes = sum(of(done).map((each) => each.minutes))
      const cost = timeCents(minutes, hourlyCost)
      return [folder.id, { income, minutes, cost, profit: income - cost }] as const
    }),
  )
}

/** Proposals sent, won, and lost in a month; one that expires is lost once its last day has passed. */
export function pipelineOf({ offers }: Ledger, month: string, today: string) {
  const isIn = (day: string | null) => day?.startsWith(month) === true && day <= today
  const tally = (day: (offer: Offer) => string | null) => {
    const found = offers.filter((offer) => !offer.isWithdrawn && isIn(day(offer)))
    return [found.length, sum(found.map(({ total }) => total))] as const
  }
  const [sent, sentValue] = tally(({ sentOn }) => sentOn)
  const [won, wonValue] = tally(({ wonOn }) => wonOn)
  const [lost, lostValue] = tally(({ lostOn }) => lostOn)
  return { sent, sentValue, won, wonValue, lost, lostValue }
}

export interface Accounts {
  income: number
  receivable: number
  tax: number
  deposits: number
  retainer: number
}

/** The balances of the accounts in a period, debits positive: they add up to zero. */
export function accountsOf({ invoices, notes }: Ledger, from: string, to: string): Accounts {
  const isIn = (date: string | null) => date !== null && date >= from && date <= to
  const sent = invoices.filter((each) => isOwed(each) && isIn(each.sentOn))
  const ofWork = sent.filter(({ isRetainer }) => !isRetainer)
  const ofRetainers = sent.filter(({ isRetainer }) => isRetainer)
  const given = notes.filter(({ isVoid, date }) => !isVoid && isIn(date))
  const isOfRetainer = ({ invoice }: { invoice: Invoice | null }) => invoice?.isRetainer === true
  const credited = sum(given.filter((note) => !isOfRetainer(note)).map(({ amount }) => amount))
  const taxCredited = sum(given.map(({ tax }) => tax))
  const retainerCredited = sum(given.filter(isOfRetainer).map(({ amount }) => amount))
  const entries = invoices.flatMap((invoice) => invoice.entries).filter(({ date }) => isIn(date))
  const by = (of: Entry['source']) => sum(entries.filter(({ source }) => source === of).map(({ amount }) => amount))
  const totals = (of: readonly Invoice[], key: 'subtotal' | 'tax' | 'total') => sum(of.map((invoice) => invoice[key]))
  return {
    income: credited - taxCredited - totals(ofWork, 'subtotal'),
    receivable: totals(sent, 'total') - credited - retainerCredited - by('money') - by('retainer'),
    tax: taxCredited - totals(ofWork, 'tax'),
    deposits: by('money'),
    retainer: retainerCredited + by('retainer') - totals(ofRetainers, 'total'),
  }
}
