// To the cent the same everywhere: in the answer, the list, the invoice itself, on paper and in the bookkeeper's file.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { textOf } from '../../tests/pdf/text-of.ts'
import { createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const count = 300
const printed = 60

/** In dollars and by hand: decimals are multiplied digit by digit and cut half up at the cent. */
function exactCents(quantity: string, dollars: string): bigint {
  const digits = (text: string) => BigInt(text.replace('.', ''))
  const places = (text: string) => text.split('.')[1]?.length ?? 0
  const cut = 10n ** BigInt(places(quantity) + places(dollars) - 2)
  const product = digits(quantity) * digits(dollars)
  return product / cut + (2n * (product % cut) >= cut ? 1n : 0n)
}
const inDollars = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
const grouped = (cents: bigint) => `$${inDollars(cents).replace(/\B(?=(\d{3})+\.)/g, ',')}`

function random(start: number) {
  let state = start
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

it(`${count} random invoices have one and the same sums everywhere`, { timeout: 120_000 }, async () => {
  const below = random(20_261_121)
  const exempt = (
    await world.alice.post('/api/client-folders', {
      name: 'Exempt',
      services: 'x',
      assignedStaffId: world.people.sam.id,
      clientId: world.people.ann.id,
    })
  ).body.id
  await world.alice.patch(`/api/client-folders/${exempt}`, { taxExempt: true })

  const wanted = new Map<string, { id: string; totals: bigint[]; subtotal: bigint; tax: bigint; total: bigint }>()
  for (let i = 0; i < count; i++) {
    const isExempt = below(4) === 0
    const lines = Array.from({ length: 1 + below(5) }, (_, n) => ({
      description: `Line ${n}`,
      quantity: inDollars(BigInt(below(30_000))),
      rate: BigInt(below(500_000)),
    }))
    const totals = lines.map(({ quantity, rate }) => exactCents(quantity, inDollars(rate)))
    const subtotal = totals.reduce((sum, total) => sum + total, 0n)
    const tax = isExempt ? 0n : exactCents('0.0575', inDollars(subtotal))
    const total = subtotal + tax
    const sums = { subtotal: Number(subtotal), tax: Number(tax), total: Number(total) }
    const answer = await world.alice.post('/api/invoices', {
      clientFolderId: isExempt ? exempt : world.folders.acme.id,
      lineItems: lines.map(({ description, quantity, rate }, n) => ({
        description,
        quantity: Number(quantity),
        rate: Number(rate),
        ...(below(2) === 0 ? { total: Number(totals[n]) } : {}),
      })),
      dueDate: '2099-12-31',
      ...(below(2) === 0 ? sums : {}),
    })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject(sums)
    const { id, invoiceNumber } = answer.body
    wanted.set(invoiceNumber, { id, totals, subtotal, tax, total })
    await world.alice.patch(`/api/invoices/${id}/status`, { status: 'sent' })
  }

  const listed: { invoiceNumber: string; subtotal: number; tax: number; total: number; balance: number }[] = []
  for (let url: string | undefined = '/api/invoices?limit=70'; url !== undefined;) {
    const page = await world.ann.get(url)
    listed.push(...page.body)
    url = /^<(.+)>; rel="next"$/.exec(String(page.headers.link))?.[1]
  }
  expect(listed).toHaveLength(count)
  for (const item of listed) {
    const { subtotal, tax, total } = wanted.get(item.invoiceNumber) ?? expect.fail(`${item.invoiceNumber} is new`)
    expect([item.subtotal, item.tax, item.total, item.balance]).toEqual([subtotal, tax, total, total].map(Number))
  }

  const file = (await world.alice.get('/api/invoices/csv')).text.split('\r\n').slice(1, -1)
  expect(file).toHaveLength(count)
  for (const line of file) {
    const cells = line.split(',')
    const { subtotal, tax, total } = wanted.get(cells[0] ?? '') ?? expect.fail(`${line} is new`)
    expect(cells.slice(8, 13)).toEqual([subtotal, tax, total, 0n, total].map(inDollars))
  }

  let seen = 0
  for (const { id, totals, subtotal, tax, total } of wanted.values()) {
    const single = (await world.ann.get(`/api/invoices/${id}`)).body
    expect(single.lineItems.map((line: { total: number }) => line.total)).toEqual(totals.map(Number))
    expect([single.subtotal, single.tax, single.total]).toEqual([subtotal, tax, total].map(Number))
    if (seen++ >= printed) continue
    const headers = { cookie: world.ann.cookie ?? '' }
    const text = await textOf((await world.app.inject({ url: `/api/invoices/${id}/pdf`, headers })).rawPayload)
    for (const [words, cents] of [
      ['Subtotal', subtotal],
      [/Sales tax \(.+?\)/.source, tax],
      ['Total', total],
    ] as const)
      expect(text).toMatch(new RegExp(`${words} ${grouped(cents).replaceAll(/[$.]/g, String.raw`\$&`)}`))
    for (const each of totals) expect(text).toContain(grouped(each))
  }
})
