// Rows of the rights table (rights.ts) for invoices, their payments, and the statement of a folder.
import sql from 'sql-template-tag'
import { firstMapping } from '../../domain/books.ts'
import { booksLineKinds } from '../../domain/books-names.ts'
import { firstSalesTax } from '../../domain/sales-tax.ts'
import { signedContract } from '../contracts.ts'
import { paidRetainer, retainerBill, retainerPath } from '../retainers.ts'
import type { TestApp } from '../test-app.ts'
import { unappliedPath, unappliedPayment } from '../unapplied-payments.ts'
import type { Row } from './folder-roles.ts'

/** Exports with retainers need these names. */
const namedMapping = { ...firstMapping, retainerAccount: 'Client deposits', retainerItem: 'Retainer' }

export const invoiceOf = (clientFolderId: string) => ({
  clientFolderId,
  description: 'Consulting in March',
  lineItems: [{ description: 'Consulting', quantity: 2.5, rate: 12_500 }],
  dueDate: '2099-12-31',
})

const draftOfAcme = async (testApp: TestApp): Promise<string> =>
  (await testApp.alice.post('/api/invoices', invoiceOf(testApp.folders.acme.id))).body.id

const sentToAcme = async (testApp: TestApp): Promise<string> => {
  const id = await draftOfAcme(testApp)
  await testApp.alice.patch(`/api/invoices/${id}/status`, { status: 'sent' })
  return id
}

const creditOf = (clientFolderId: string) => ({ clientFolderId, amount: 500, reason: 'Goodwill' })

const creditOfAcme = async (testApp: TestApp): Promise<string> =>
  (await testApp.alice.post('/api/credit-notes', creditOf(testApp.folders.acme.id))).body.id

const payment = { amount: 100, method: 'check', reference: 'No. 1042' }

//                 visitor owner stranger inactive holder colleague admin master
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const
const administrators = [401, 403, 403, 401, 403, 403, 200, 200] as const

export const invoiceRights: Record<string, Row> = {
  'GET /api/invoices': { answers: everyone },
  'GET /api/invoices/list/csv': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/invoices/csv': { answers: administrators },
  'GET /api/payments/csv': { answers: administrators },
  'POST /api/invoices': {
    answers: [401, 403, 403, 401, 403, 403, 201, 201],
    aim: (testApp) => ({ body: invoiceOf(testApp.folders.acme.id) }),
  },
  'GET /api/invoices/:id': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `/api/invoices/${await sentToAcme(testApp)}` }),
  },
  // The folder's client does not see a draft.
  'POST /api/contracts/:id/installments': {
    answers: [401, 403, 404, 401, 403, 404, 201, 201],
    aim: async (testApp) => ({
      url: `/api/contracts/${(await signedContract(testApp)).id}/installments`,
      body: {
        installments: [
          { amount: 225_000, dueDate: '2027-01-15' },
          { amount: 225_000, dueDate: '2027-02-15' },
        ],
      },
    }),
  },
  'PUT /api/invoices/:id': {
    answers: [401, 404, 404, 401, 403, 404, 200, 200],
    aim: async (testApp) => ({
      url: `/api/invoices/${await draftOfAcme(testApp)}`,
      body: invoiceOf(testApp.folders.acme.id),
    }),
  },
  'PATCH /api/invoices/:id/status': {
    answers: [401, 403, 404, 401, 403, 404, 200, 200],
    aim: async (testApp) => ({
      url: `/api/invoices/${await sentToAcme(testApp)}/status`,
      body: { status: 'void', reason: 'Billed twice' },
    }),
  },
  'GET /api/invoices/:id/pdf': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `/api/invoices/${await sentToAcme(testApp)}/pdf` }),
  },
  'GET /api/invoices/:id/payments': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `/api/invoices/${await sentToAcme(testApp)}/payments` }),
  },
  'POST /api/invoices/:id/payments': {
    answers: [401, 403, 404, 401, 403, 404, 201, 201],
    aim: async (testApp) => ({ url: `/api/invoices/${await sentToAcme(testApp)}/payments`, body: payment }),
  },
  'GET /api/payments/:id/pdf': {
    answers: inFolder,
    aim: async (testApp) => {
      const { body } = await testApp.alice.post(`/api/invoices/${await sentToAcme(testApp)}/payments`, payment)
      return { url: `/api/payments/${body.id}/pdf` }
    },
  },
  'POST /api/payments/:id/reversal': {
    answers: [401, 403, 404, 401, 403, 404, 201, 201],
    aim: async (testApp) => {
      const { body } = await testApp.alice.post(`/api/invoices/${await sentToAcme(testApp)}/payments`, payment)
      return { url: `/api/payments/${body.id}/reversal`, body: { reason: 'Typed twice' } }
    },
  },
  'POST /api/payments/:id/refund': {
    answers: [401, 403, 404, 401, 403, 404, 201, 201],
    aim: async (testApp) => {
      const { body } = await testApp.alice.post(`/api/invoices/${await sentToAcme(testApp)}/payments`, payment)
      return { url: `/api/payments/${body.id}/refund`, body: { amount: 50, reason: 'Paid twice' } }
    },
  },
  // Only a payment that was made online can be refunded online.
  'POST /api/payments/:id/online-refund': {
    answers: [401, 403, 404, 401, 403, 404, 409, 409],
    aim: async (testApp) => {
      const { body } = await testApp.alice.post(`/api/invoices/${await sentToAcme(testApp)}/payments`, payment)
      return { url: `/api/payments/${body.id}/online-refund`, body: { amount: 50, reason: 'Paid twice' } }
    },
  },
  'GET /api/books': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/books/customers': { answers: administrators },
  'GET /api/books/customers/:id': {
    answers: [401, 404, 404, 401, 404, 404, 200, 200],
    aim: (testApp) => ({ url: `/api/books/customers/${testApp.folders.acme.id}` }),
  },
  'PUT /api/books/customers/:id': {
    answers: [401, 404, 404, 401, 404, 404, 200, 200],
    aim: (testApp) => ({ url: `/api/books/customers/${testApp.folders.acme.id}`, body: { name: 'Acme, LLC' } }),
  },
  'GET /api/books/items': { answers: administrators },
  'GET /api/books/items/:id': {
    answers: [401, 404, 404, 401, 404, 404, 200, 200],
    aim: () => ({ url: `/api/books/items/${booksLineKinds.discount.id}` }),
  },
  'PUT /api/books/items/:id': {
    answers: [401, 404, 404, 401, 404, 404, 200, 200],
    aim: () => ({ url: `/api/books/items/${booksLineKinds.discount.id}`, body: { item: 'Discounts' } }),
  },
  'GET /api/books/:format/export': {
    answers: [401, 404, 404, 401, 404, 404, 200, 200],
    aim: async (testApp) => {
      await testApp.alice.put('/api/books/mapping', namedMapping)
      return { url: '/api/books/iif/export?from=2026-01-01&to=2026-01-31' }
    },
  },
  'POST /api/books/closed-months': {
    answers: [401, 403, 403, 401, 403, 403, 201, 201],
    aim: async (testApp) => {
      await testApp.db.run(sql`delete from closed_months`)
      return { body: { month: '2020-01' } }
    },
  },
  'POST /api/books/closed-months/:id/reopening': {
    answers: [401, 404, 404, 401, 404, 404, 200, 200],
    aim: async (testApp) => {
      await testApp.db.run(sql`delete from closed_months`)
      const { body } = await testApp.alice.post('/api/books/closed-months', { month: '2020-01' })
      return { url: `/api/books/closed-months/${body.months[0].id}/reopening`, body: { reason: 'A bill was late' } }
    },
  },
  'GET /api/invoices/:id/payment-options': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `/api/invoices/${await sentToAcme(testApp)}/payment-options` }),
  },
  // No keys of Stripe are set.
  'POST /api/invoices/:id/online-payments': {
    answers: [401, 409, 404, 401, 403, 404, 403, 403],
    aim: async (testApp) => ({ url: `/api/invoices/${await sentToAcme(testApp)}/online-payments`, body: {} }),
  },
  'GET /api/online-payments/unapplied': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'POST /api/online-payments/:id/applications': {
    answers: [401, 404, 404, 401, 403, 404, 200, 200],
    aim: async (testApp) => ({
      url: unappliedPath(await unappliedPayment(testApp), '/applications'),
      body: { invoiceId: await sentToAcme(testApp), amount: 100 },
    }),
  },
  'POST /api/online-payments/:id/retainer': {
    answers: [401, 404, 404, 401, 403, 404, 200, 200],
    aim: async (testApp) => ({
      url: unappliedPath(await unappliedPayment(testApp), '/retainer'),
      body: { amount: 100 },
    }),
  },
  'POST /api/online-payments/:id/refund': {
    answers: [401, 404, 404, 401, 403, 404, 409, 409],
    aim: async (testApp) => ({
      url: unappliedPath(await unappliedPayment(testApp), '/refund'),
      body: { amount: 100, reason: 'Paid twice' },
    }),
  },
  'POST /api/stripe-events': { answers: [404, 404, 404, 404, 404, 404, 404, 404] },
  'GET /api/firm-settings': { answers: administrators },
  'GET /api/firm-settings/billing': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/firm-settings/services': { answers: [401, 200, 200, 401, 200, 200, 200, 200] },
  'GET /api/firm-settings/invoice-preview': { answers: administrators },
  'GET /api/firm-settings/versions': { answers: administrators },
  'POST /api/firm-settings/versions/:version/restoration': {
    answers: [401, 404, 404, 401, 404, 404, 200, 200],
    aim: async ({ alice }) => {
      const { body } = await alice.patch('/api/firm-settings', { salesTax: firstSalesTax })
      await alice.patch('/api/firm-settings', { salesTax: { ...firstSalesTax, mode: 'off' } })
      return { url: `/api/firm-settings/versions/${body.version}/restoration` }
    },
  },
  'PATCH /api/firm-settings': {
    answers: administrators,
    aim: () => ({ body: { salesTax: firstSalesTax } }),
  },
  // The table sends JSON, which is no image; nothing was uploaded that could be removed.
  'PUT /api/firm-settings/logo': { answers: [401, 403, 403, 401, 403, 403, 400, 400] },
  'DELETE /api/firm-settings/logo': { answers: [401, 403, 403, 401, 403, 403, 409, 409] },
  'PUT /api/books/mapping': {
    answers: administrators,
    aim: () => ({ url: '/api/books/mapping', body: namedMapping }),
  },
  'GET /api/credit-notes': { answers: everyone },
  'GET /api/credit-notes/:id': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `/api/credit-notes/${await creditOfAcme(testApp)}` }),
  },
  'GET /api/credit-notes/:id/pdf': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `/api/credit-notes/${await creditOfAcme(testApp)}/pdf` }),
  },
  'POST /api/credit-notes': {
    answers: [401, 403, 403, 401, 403, 403, 201, 201],
    aim: (testApp) => ({ body: creditOf(testApp.folders.acme.id) }),
  },
  'POST /api/credit-notes/:id/applications': {
    answers: [401, 403, 404, 401, 403, 404, 201, 201],
    aim: async (testApp) => ({
      url: `/api/credit-notes/${await creditOfAcme(testApp)}/applications`,
      body: { invoiceId: await sentToAcme(testApp), amount: 100 },
    }),
  },
  'POST /api/credit-notes/:id/void': {
    answers: [401, 403, 404, 401, 403, 404, 200, 200],
    aim: async (testApp) => ({
      url: `/api/credit-notes/${await creditOfAcme(testApp)}/void`,
      body: { reason: 'Wrong client' },
    }),
  },
  'GET /api/client-folders/:id/retainer': {
    answers: inFolder,
    aim: (testApp) => ({ url: retainerPath(testApp) }),
  },
  'GET /api/client-folders/:id/retainer/entries': {
    answers: inFolder,
    aim: async (testApp) => {
      await paidRetainer(testApp, 500)
      return { url: retainerPath(testApp, '/entries') }
    },
  },
  'PUT /api/client-folders/:id/retainer': {
    answers: [401, 403, 404, 401, 403, 404, 200, 200],
    aim: (testApp) => ({ url: retainerPath(testApp), body: { lowBalance: 50_000 } }),
  },
  'POST /api/client-folders/:id/retainer/invoices': {
    answers: [401, 403, 404, 401, 403, 404, 201, 201],
    aim: (testApp) => ({ url: retainerPath(testApp, '/invoices'), body: retainerBill(testApp, 100_000) }),
  },
  'POST /api/client-folders/:id/retainer/applications': {
    answers: [401, 403, 404, 401, 403, 404, 201, 201],
    aim: async (testApp) => {
      await paidRetainer(testApp, 500)
      return {
        url: retainerPath(testApp, '/applications'),
        body: { invoiceId: await sentToAcme(testApp), amount: 100 },
      }
    },
  },
  'GET /api/client-folders/:id/statement/pdf': {
    answers: inFolder,
    aim: (testApp) => ({ url: `/api/client-folders/${testApp.folders.acme.id}/statement/pdf` }),
  },
  'GET /api/client-folders/:id/statement': {
    answers: inFolder,
    aim: (testApp) => ({ url: `/api/client-folders/${testApp.folders.acme.id}/statement` }),
  },
}
