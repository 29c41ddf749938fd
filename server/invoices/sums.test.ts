// To the cent the same everywhere: in the answer, the list, the invoice itself, on paper and in the bookkeeper's file.
// SECURITY_FULL=1 checks 10,000 invoices, every one of them as a PDF too.
// SEED=… repeats a run, whose name says it
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFull } from '../../tests/security/measured.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const count = isFull ? 10_000 : 250
const printed = isFull ? count : 50
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
/** No more than the PDFs that one person may have under way. */
const atOnce = 3

/** In dollars and by hand: decimals are multiplied digit by digit and cut half up at the cent. */
function exactCents(quantity: string, dollars: string): bigint {
  const digits = (text: string) => BigInt(text.replace('.', ''))
  const places = (text: string) => text.split('.')[1]?.length ?? 0
  const cut = 10n ** BigInt(places(quantity) + places(dollars) - 2)
  const product = digits(quantity) * digits(dollars)
  return product / cut + (2n * (product % cut) >= cut ? 1n : 0n)
}
const inDollars = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
const withCommas = (text: string) => text.replace(/\B(?=(\d{3})+(?:\.|$))/g, ',')
const onPaper = (cents: bigint) => `$${withCommas(inDollars(cents))}`

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

interface Wanted {
  isExempt: boolean
  lines: Line[]
  subtotal: bigint
  tax: bigint
  total: bigint
}

/** The most that a subtotal may be, so that it and its tax are at most $99,999,999.99. */
const mostTaxed = 9_456_264_774n

/** In hundredths of an hour, and cents. */
const kinds: ((isExempt: boolean) => [quantity: number, rate: number][])[] = [
  () => Array.from({ length: 1 + below(5) }, () => [below(30_000), below(500_000)]),
  // A hundredth of an hour, and little more.
  () => Array.from({ length: 1 + below(5) }, () => [1 + below(99), below(500_000)]),
  // Half a cent exactly, in each line.
  () => Array.from({ length: 1 + below(5) }, () => [50 + 100 * below(200), 1 + 2 * below(250_000)]),
  // Up to what one may be, and up to the longest that one may work.
  (isExempt) => [[100, (isExempt ? 9_999_999_999 : Number(mostTaxed)) - below(1000)]],
  () => [[99_999_999, below(9_000)]],
]

function wanted(): Wanted {
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

/** A few at a time, in order. */
async function inTurns<T, R>(items: readonly T[], work: (item: T, place: number) => Promise<R>): Promise<R[]> {
  const answers: R[] = []
  for (let start = 0; start < items.length; start += atOnce)
    answers.push(...(await Promise.all(items.slice(start, start + atOnce).map((item, i) => work(item, start + i)))))
  return answers
}

const cents = (...amounts: bigint[]) => amounts.map(Number)

async function make({ isExempt, lines, ...sums }: Wanted, place: number, exempt: string): Promise<[string, string]> {
  const [subtotal, tax, total] = cents(sums.subtotal, sums.tax, sums.total)
  // Some callers say what it comes to; they have to be right, and decide nothing.
  const answer = await world.alice.post('/api/invoices', {
    clientFolderId: isExempt ? exempt : world.folders.acme.id,
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
  expect((await world.alice.patch(`/api/invoices/${id}/status`, { status: 'sent' })).status).toBe(200)
  return [invoiceNumber, id]
}

/** What stands on paper, read aloud from the first line to the total. */
function wordsOf({ isExempt, lines, subtotal, tax, total }: Wanted): RegExp {
  const hours = (quantity: string) => withCommas(quantity.replace(/\.?0+$/, ''))
  const rows = lines.map(
    (line) => `${line.description} ${hours(line.quantity) || '0'} ${onPaper(line.rate)} ${onPaper(line.total)}`,
  )
  const text = [...rows, `Subtotal ${onPaper(subtotal)}`, 'TAX', `Total ${onPaper(total)} `].join(' ')
  const taxed = isExempt ? String.raw`Sales tax \([^)]*exempt[^)]*\) \$0\.00` : `Sales tax (5.75%) ${onPaper(tax)}`
  return new RegExp(escaped(text).replace('TAX', isExempt ? taxed : escaped(taxed)))
}
const escaped = (text: string) => text.replaceAll(/[$.()%]/g, String.raw`\$&`)

const name = `G5: ${count} random invoices (seed ${seed}) have one and the same sums everywhere`
it(name, { timeout: isFull ? 3 * 3_600_000 : 240_000 }, async () => {
  const given = { services: 'x', assignedStaffId: world.people.sam.id, clientId: world.people.ann.id }
  const exempt = (await world.alice.post('/api/client-folders', { name: 'Exempt', ...given })).body.id
  await world.alice.patch(`/api/client-folders/${exempt}`, { taxExempt: true })
  const all = Array.from({ length: count }, wanted)
  const made = await inTurns(all, (each, place) => make(each, place, exempt))
  const numbered = new Map(made.map(([number], i) => [number, all[i]]))
  expect(numbered.size).toBe(count)
  const byNumber = (number: string) => numbered.get(number) ?? expect.fail(`${number} is new`)

  const listed: { invoiceNumber: string; subtotal: number; tax: number; total: number; balance: number }[] = []
  for (let url: string | undefined = '/api/invoices?limit=70'; url !== undefined;) {
    const page = await world.ann.get(url)
    listed.push(...page.body)
    url = /^<(.+)>; rel="next"$/.exec(String(page.headers.link))?.[1]
  }
  expect(listed).toHaveLength(count)
  for (const item of listed) {
    const { subtotal, tax, total } = byNumber(item.invoiceNumber)
    expect([item.subtotal, item.tax, item.total, item.balance]).toEqual(cents(subtotal, tax, total, total))
  }

  const file = (await world.alice.get('/api/invoices/csv')).text.split('\r\n').slice(1, -1)
  expect(file).toHaveLength(count)
  for (const row of file) {
    const cells = row.split(',')
    const { subtotal, tax, total } = byNumber(cells[0] ?? '')
    expect(cells.slice(8, 13)).toEqual([subtotal, tax, total, 0n, total].map(inDollars))
  }

  const headers = { cookie: world.ann.cookie ?? '' }
  await inTurns(made, async ([number, id], place) => {
    const each = byNumber(number)
    const { body } = await world.ann.get(`/api/invoices/${id}`)
    expect(body.lineItems.map(({ total }: { total: number }) => total)).toEqual(
      each.lines.map(({ total }) => Number(total)),
    )
    expect([body.subtotal, body.tax, body.total]).toEqual(cents(each.subtotal, each.tax, each.total))
    if (place >= printed) return
    const paper = await world.app.inject({ url: `/api/invoices/${id}/pdf`, headers })
    expect(await textOf(paper.rawPayload), number).toMatch(wordsOf(each))
  })
})
