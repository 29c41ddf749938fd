// What people do with invoices, payments, credits, and retainers.
import type { Caller } from '../../test-app.ts'
import { creditOf, payAtStripe } from './furnish.ts'
import { type Act, ofMoney, type Side, type Walk } from './sides.ts'

export const moneyActs = (walk: Walk): Act[] => [
  ...invoiceActs(walk),
  ...paymentActs(walk),
  ...creditActs(walk),
  ...retainerActs(walk),
  ...planActs(walk),
]

const linesOf = (side: Side) => [{ description: `Hours for ${ofMoney(side)}`, quantity: 2, rate: 12_550 }]

const invoiceActs = ({ testApp, stripe, random, oneOf, remember, administers }: Walk): Act[] => [
  async (caller, side) => {
    const more = { description: `All about ${ofMoney(side)}`, dueDate: random.oneOf(['2020-01-31', '2099-12-31']) }
    const body = { clientFolderId: side.folder, lineItems: linesOf(side), ...more }
    const answer = await caller.post('/api/invoices', body)
    remember(side, 'invoices', answer)
    return ['bills', answer]
  },
  async (caller, side) => {
    const body = { clientFolderId: side.folder, lineItems: linesOf(side), dueDate: '2099-12-31' }
    return ['edits a bill', await caller.put(`/api/invoices/${oneOf(side, 'invoices')}`, body)]
  },
  async (caller, side) => {
    const reason = `For ${ofMoney(side)}`
    const body = random.oneOf([{ status: 'sent' }, { status: 'sent' }, { status: 'void', reason }])
    return ['sends a bill', await caller.patch(`/api/invoices/${oneOf(side, 'invoices')}/status`, body)]
  },
  async (caller, side) => {
    const body = { name: `Customer ${ofMoney(side)}` }
    return ['names a customer', await caller.put(`/api/books/customers/${side.folder}`, body)]
  },
  async (caller, side) => {
    const path = `/api/online-payments/${oneOf(side, 'online-payments')}`
    const [what, body] = random.oneOf([
      ['applications', { invoiceId: oneOf(side, 'invoices'), amount: 100 }],
      ['retainer', { amount: 100 }],
      ['refund', { amount: 100, reason: `For ${ofMoney(side)}` }],
    ] as const)
    return ['uses money paid twice', await caller.post(`${path}/${what}`, body)]
  },
  async (caller, side) => {
    const url = `/api/invoices/${oneOf(side, 'invoices')}/online-payments`
    const answer = await caller.post(url, {})
    remember(side, 'online-payments', answer)
    if (answer.status === 201) await payAtStripe(testApp, stripe, { isRefunded: random.below(2) === 1 })
    return ['pays online', answer]
  },
  async (caller, side) => {
    const url = `/api/invoices/${oneOf(side, 'invoices')}/payment-options`
    return [url, await caller.get(url)]
  },
  async (caller, side) => {
    const id = oneOf(side, 'invoices')
    const paths = ['', `?q=${side.word}`, '/csv', `/${id}`, `/${id}/payments`].map((path) => `/api/invoices${path}`)
    const url = random.oneOf([...paths, '/api/payments/csv', `/api/client-folders/${side.folder}/statement`])
    return [url, await caller.get(url)]
  },
  async (caller) => {
    const url = `/api/firm-settings${random.oneOf(['/billing', '/billing', ''])}`
    return [url, await caller.get(url)]
  },
  async (caller) => {
    if (administers(caller)) return ['reads the firm', await caller.get('/api/firm-settings')]
    const emails = { signature: null, showLogo: false }
    return ['changes the firm', await caller.patch('/api/firm-settings', { emails })]
  },
]

function paymentActs({ random, oneOf, oneOfEither, remember, administers }: Walk): Act[] {
  /** At times one of the other side, which only an administrator could change. */
  const paymentFor = (caller: Caller, side: Side) =>
    `/api/payments/${administers(caller) ? oneOf(side, 'payments') : oneOfEither(side, 'payments')}`
  return [
    async (caller, side) => {
      const body = { amount: 100, reference: `Check of ${ofMoney(side)}` }
      const answer = await caller.post(`/api/invoices/${oneOf(side, 'invoices')}/payments`, body)
      remember(side, 'payments', answer)
      return ['pays', answer]
    },
    async (caller, side) => {
      const body = { amount: 10, reason: `Back to ${ofMoney(side)}`, creditNote: random.below(2) === 1 }
      return ['refunds', await caller.post(`${paymentFor(caller, side)}/refund`, body)]
    },
    async (caller, side) => {
      const body = { amount: 10, reason: `Back to ${ofMoney(side)}` }
      return ['refunds online', await caller.post(`${paymentFor(caller, side)}/online-refund`, body)]
    },
    async (caller, side) => {
      const body = { reason: `Back to ${ofMoney(side)}` }
      return ['reverses', await caller.post(`${paymentFor(caller, side)}/reversal`, body)]
    },
    async (caller, side) => ['reads a receipt', await caller.get(`${paymentFor(caller, side)}/pdf`)],
  ]
}

// A credit of one side for an invoice of the other is refused.
const creditActs = ({ random, oneOf, oneOfEither, remember }: Walk): Act[] => [
  async (caller, side) => {
    const invoiceId = random.oneOf([null, oneOf(side, 'invoices')])
    const answer = await caller.post('/api/credit-notes', creditOf(side, invoiceId))
    remember(side, 'credit-notes', answer)
    return ['credits', answer]
  },
  async (caller, side) => {
    const url = `/api/credit-notes/${oneOf(side, 'credit-notes')}/applications`
    const invoiceId = oneOfEither(side, 'invoices')
    return ['applies', await caller.post(url, { invoiceId, amount: 10 })]
  },
  async (caller, side) => {
    const url = `/api/credit-notes/${oneOf(side, 'credit-notes')}/void`
    return ['voids', await caller.post(url, { reason: `As ${ofMoney(side)} wants` })]
  },
  async (caller, side) => ['reads a credit', await caller.get(`/api/credit-notes/${oneOf(side, 'credit-notes')}`)],
  async (caller, side) => {
    const queries = ['', `?clientFolderId=${side.folder}`, `?invoiceId=${oneOf(side, 'invoices')}`, '?limit=2']
    const url = `/api/credit-notes${random.oneOf(queries)}`
    return [url, await caller.get(url)]
  },
]

// A retainer of one side for an invoice of the other is refused.
const retainerActs = ({ random, oneOfEither, remember }: Walk): Act[] => {
  const retainerOf = ({ folder }: Side) => `/api/client-folders/${folder}/retainer`
  return [
    async (caller, side) => {
      const body = { amount: 500, description: `Retainer of ${ofMoney(side)}`, dueDate: '2099-12-31' }
      const answer = await caller.post(`${retainerOf(side)}/invoices`, body)
      remember(side, 'invoices', answer)
      return ['bills a retainer', answer]
    },
    async (caller, side) => {
      const body = { invoiceId: oneOfEither(side, 'invoices'), amount: 10 }
      return ['applies a retainer', await caller.post(`${retainerOf(side)}/applications`, body)]
    },
    async (caller, side) => ['limits a retainer', await caller.put(retainerOf(side), { lowBalance: 50_000 })],
    async (caller, side) => [
      'reads a retainer',
      await caller.get(`${retainerOf(side)}${random.oneOf(['', '/entries'])}`),
    ],
  ]
}

const planOf = (side: Side) => ({
  description: `Monthly ${ofMoney(side)}`,
  lineItems: linesOf(side),
  everyMonths: 1,
  dayOfMonth: 1,
  sends: false,
})

const planActs = ({ random, serviceRateId, oneOf, remember }: Walk): Act[] => [
  async (caller, side) => {
    const body = { ...planOf(side), startsOn: '2099-01-01' }
    const answer = await caller.post(`/api/client-folders/${side.folder}/invoice-plans`, body)
    remember(side, 'invoice-plans', answer)
    return ['plans bills', answer]
  },
  async (caller, side) => [
    'edits a plan',
    await caller.put(`/api/invoice-plans/${oneOf(side, 'invoice-plans')}`, planOf(side)),
  ],
  async (caller, side) => {
    const url = `/api/invoice-plans/${oneOf(side, 'invoice-plans')}/status`
    return ['pauses a plan', await caller.patch(url, { status: random.oneOf(['paused', 'active']) })]
  },
  async (caller, side) => {
    const effectiveFrom = random.oneOf([null, '2099-01-01'])
    const body = { serviceRateId, hourlyRate: 9000, effectiveFrom }
    const answer = await caller.post(`/api/client-folders/${side.folder}/client-prices`, body)
    remember(side, 'client-prices', answer)
    return ['sets a price', answer]
  },
  async (caller, side) => [
    'deletes a price',
    await caller.delete(`/api/client-prices/${oneOf(side, 'client-prices')}`),
  ],
]
