// The rows of the rights table (rights.ts) about invoices, their payments and the statement of a folder.
import type { World } from '../world.ts'
import type { Row } from './seats.ts'

export const invoiceOf = (clientFolderId: string) => ({
  clientFolderId,
  description: 'Consulting in March',
  lineItems: [{ description: 'Consulting', quantity: 2.5, rate: 12_500 }],
  dueDate: '2099-12-31',
})

const draftOfAcme = async (world: World): Promise<string> =>
  (await world.alice.post('/api/invoices', invoiceOf(world.folders.acme.id))).body.id

const sentToAcme = async (world: World): Promise<string> => {
  const id = await draftOfAcme(world)
  await world.alice.patch(`/api/invoices/${id}/status`, { status: 'sent' })
  return id
}

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
    aim: (world) => ({ body: invoiceOf(world.folders.acme.id) }),
  },
  'GET /api/invoices/:id': {
    answers: inFolder,
    aim: async (world) => ({ url: `/api/invoices/${await sentToAcme(world)}` }),
  },
  // The client of the folder does not see a draft.
  'PUT /api/invoices/:id': {
    answers: [401, 404, 404, 401, 403, 404, 200, 200],
    aim: async (world) => ({
      url: `/api/invoices/${await draftOfAcme(world)}`,
      body: invoiceOf(world.folders.acme.id),
    }),
  },
  'PATCH /api/invoices/:id/status': {
    answers: [401, 403, 404, 401, 403, 404, 200, 200],
    aim: async (world) => ({
      url: `/api/invoices/${await sentToAcme(world)}/status`,
      body: { status: 'void', reason: 'Billed twice' },
    }),
  },
  'GET /api/invoices/:id/pdf': {
    answers: inFolder,
    aim: async (world) => ({ url: `/api/invoices/${await sentToAcme(world)}/pdf` }),
  },
  'GET /api/invoices/:id/payments': {
    answers: inFolder,
    aim: async (world) => ({ url: `/api/invoices/${await sentToAcme(world)}/payments` }),
  },
  'POST /api/invoices/:id/payments': {
    answers: [401, 403, 404, 401, 403, 404, 201, 201],
    aim: async (world) => ({ url: `/api/invoices/${await sentToAcme(world)}/payments`, body: payment }),
  },
  'GET /api/payments/:id/pdf': {
    answers: inFolder,
    aim: async (world) => {
      const { body } = await world.alice.post(`/api/invoices/${await sentToAcme(world)}/payments`, payment)
      return { url: `/api/payments/${body.id}/pdf` }
    },
  },
  'GET /api/client-folders/:id/statement/pdf': {
    answers: inFolder,
    aim: (world) => ({ url: `/api/client-folders/${world.folders.acme.id}/statement/pdf` }),
  },
  'GET /api/client-folders/:id/statement': {
    answers: inFolder,
    aim: (world) => ({ url: `/api/client-folders/${world.folders.acme.id}/statement` }),
  },
}
