// Totals agree to the cent everywhere: in the reply, the list, the invoice itself, its PDF, and the bookkeeping export.
// SECURITY_FULL=1 checks 10,000 invoices, and the PDFs of 500. SEED=… repeats a run; the title names its seed.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFull } from '../../tests/security/measured.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const count = isFull ? 10_000 : 250
const printed = isFull ? 500 : 50
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
/** The limit of concurrent PDFs per person. */
const maxConcurrent = 3

/** Independent calculation in dollars: decimals are multiplied digit by digit and rounded half up to the cent. */
function exactCents(quantity: string, dollars: string): bigint {
  const digits = (text: string) => BigInt(text.replace('.', ''))
  const places = (text: string) => text.split('.')[1]?.length ?? 0
  const cut = 10n ** BigInt(places(quantity) + places(dollars) - 2)
  const product = digits(quantity) * digits(dollars)
  return product / cut + (2n * (product % cut) >= cut ? 1n : 0n)
}
const inDollars = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
const withCommas = (text: string) => text.replace(/\B(?=(\d{3})+(?:\.|$))/g, ',')
const inPdf = (cents: bigint) => `$${withCommas(inDollars(cents))}`

function random(start: number) {
  let state = start
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}
const below = random(seed)

interface Line {
  description: string
  quantity: string
  rate: bigint
  total: bigint
}

interface ExpectedInvoice {
  isExempt: boolean
  lines: Line[]
  subtotal: bigint
  tax: bigint
  total: bigint
}

/** The largest subtotal whose total with tax is at most $99,999,999.99. */
const maxTaxed = 9_456_264_774n

/** In hundredths of an hour, and cents. */
const kinds: ((isExempt: boolean) => [quantity: number, rate: number][])[] = [
  () => Array.from({ length: 1 + below(5) }, () => [below(30_000), below(500_000)]),
  // Small quantities down to a hundredth of an hour.
  () => Array.from({ length: 1 + below(5) }, () => [1 + below(99), below(500_000)]),
  // Exactly half a cent in each line.
  () => Array.from({ length: 1 + below(5) }, () => [50 + 100 * below(200), 1 + 2 * below(250_000)]),
  // Up to the maximum amount, and up to the maximum hours.
  (isExempt) => [[100, (isExempt ? 9_999_999_999 : Number(maxTaxed)) - below(1000)]],
  () => [[99_999_999, below(9_000)]],
]

function wanted(): ExpectedInvoice {
  const isExempt = below(4) === 0
  const kind = kinds[Math.max(0, below(8) - 3)] as (typeof kinds)[number]
  const lines = kind(isExempt).map(([hundredths, rate], n) => {
    const quantity = inDollars(BigInt(hundredths))
    return {
      description: `Line ${n}`,
      quantity,
      rate: BigInt(rate),
      total: exactCents(quantity, inDollars(BigInt(rate))),
    }
  })
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0n)
  const tax = isExempt ? 0n : exactCents('0.0575', inDollars(subtotal))
  return { isExempt, lines, subtotal, tax, total: subtotal + tax }
}

/** Runs a few at a time, with results in order. */
async function inTurns<T, R>(items: readonly T[], work: (item: T, place: number) => Promise<R>): Promise<R[]> {
  const answers: R[] = []
  for (let start = 0; start < items.length; start += maxConcurrent)
    answers.push(
      ...(await Promise.all(items.slice(start, start + maxConcurrent).map((item, i) => work(item, start + i)))),
    )
  return answers
}

const cents = (...amounts: bigint[]) => amounts.map(Number)

async function make(
  { isExempt, lines, ...sums }: ExpectedInvoice,
  place: number,
  exempt: string,
): Promise<[string, string]> {
  const [subtotal, tax, total] = cents(sums.subtotal, sums.tax, sums.total)
  // Some callers send the total; it must match, and is not used.
  const answer = await testApp.alice.post('/api/invoices', {
    clientFolderId: isExempt ? exempt : testApp.folders.acme.id,
    lineItems: lines.map((line) => ({
      description: line.description,
      quantity: Number(line.quantity),
      rate: Number(line.rate),
      ...(place % 2 === 0 ? { total: Number(line.total) } : {}),
    })),
    dueDate: '2099-12-31',
    ...(place % 3 === 0 ? { subtotal, tax, total } : {}),
  })
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body).toMatchObject({ subtotal, tax, total })
  const { id, invoiceNumber } = answer.body
  expect((await testApp.alice.patch(`/api/invoices/${id}/status`, { status: 'sent' })).status).toBe(200)
  return [invoiceNumber, id]
}

/** The printed text, read from the first line to the total. */
function wordsOf({ isExempt, lines, subtotal, tax, total }: ExpectedInvoice): RegExp {
  const hours = (quantity: string) => withCommas(quantity.replace(/\.?0+$/, ''))
  const rows = lines.map(
    (line) => `${line.description} ${hours(line.quantity) || '0'} ${inPdf(line.rate)} ${inPdf(line.total)}`,
  )
  const text = [...rows, `Subtotal ${inPdf(subtotal)}`, 'TAX', `Total ${inPdf(total)} `].join(' ')
  const taxed = isExempt ? String.raw`Sales tax \([^)]*exempt[^)]*\) \$0\.00` : `Sales tax (5.75%) ${inPdf(tax)}`
  return new RegExp(escaped(text).replace('TAX', isExempt ? taxed : escaped(taxed)))
}
const escaped = (text: string) => text.replaceAll(/[$.()%]/g, String.raw`\$&`)

const name = `G5: ${count} random invoices (seed ${seed}) have one and the same sums everywhere`
it(name, { timeout: isFull ? 3 * 3_600_000 : 240_000 }, async () => {
  const given = { services: 'x', assignedStaffId: testApp.people.sam.id, clientId: testApp.people.ann.id }
  const exempt = (await testApp.alice.post('/api/client-folders', { name: 'Exempt', ...given })).body.id
  await testApp.alice.patch(`/api/client-folders/${exempt}`, { taxExempt: true })
  const all = Array.from({ length: count }, wanted)
  const made = await inTurns(all, (each, place) => make(each, place, exempt))
  const numbered = new Map(made.map(([number], i) => [number, all[i]]))
  expect(numbered.size).toBe(count)
  const byNumber = (number: string) => numbered.get(number) ?? expect.fail(`${number} is new`)

  const listed: { invoiceNumber: string; subtotal: number; tax: number; total: number; balance: number }[] = []
  for (let url: string | undefined = '/api/invoices?limit=70'; url !== undefined;) {
    const page = await testApp.ann.get(url)
    listed.push(...page.body)
    url = /^<(.+)>; rel="next"$/.exec(String(page.headers.link))?.[1]
  }
  expect(listed).toHaveLength(count)
  for (const item of listed) {
    const { subtotal, tax, total } = byNumber(item.invoiceNumber)
    expect([item.subtotal, item.tax, item.total, item.balance]).toEqual(cents(subtotal, tax, total, total))
  }

  const file = (await testApp.alice.get('/api/invoices/csv')).text.split('\r\n').slice(1, -1)
  expect(file).toHaveLength(count)
  for (const row of file) {
    const cells = row.split(',')
    const { subtotal, tax, total } = byNumber(cells[0] ?? '')
    expect(cells.slice(8, 13)).toEqual([subtotal, tax, total, 0n, total].map(inDollars))
  }

  const headers = { cookie: testApp.ann.cookie ?? '' }
  await inTurns(made, async ([number, id], place) => {
    const each = byNumber(number)
    const { body } = await testApp.ann.get(`/api/invoices/${id}`)
    expect(body.lineItems.map(({ total }: { total: number }) => total)).toEqual(
      each.lines.map(({ total }) => Number(total)),
    )
    expect([body.subtotal, body.tax, body.total]).toEqual(cents(each.subtotal, each.tax, each.total))
    if (place >= printed) return
    const pdf = await testApp.app.inject({ url: `/api/invoices/${id}/pdf`, headers })
    expect(await textOf(pdf.rawPayload), number).toMatch(wordsOf(each))
  })
})
