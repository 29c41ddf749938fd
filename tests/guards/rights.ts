// The rights table: for each endpoint the status that each seat gets, in the order of `seats`, aimed at a thing in Acme's folder
// (client Ann, staff Sam). 404 stands wherever a thing exists but is not theirs to see.
import type { World } from '../world.ts'
import { accountRights } from './rights-accounts.ts'
import { assistantRights } from './rights-assistant.ts'
import { contactRights } from './rights-contacts.ts'
import { contractRights } from './rights-contracts.ts'
import { documentRights } from './rights-documents.ts'
import { formRights } from './rights-forms.ts'
import { invoiceRights } from './rights-invoices.ts'
import { requestRights } from './rights-requests.ts'
import { noticeRights } from './rights-notices.ts'
import { outRights } from './rights-out.ts'
import { proposalRights } from './rights-proposals.ts'
import { libraryRights } from './rights-library.ts'
import { rateRights } from './rights-rates.ts'
import { signatureRights } from './rights-signatures.ts'
import type { Row } from './seats.ts'
import { wish } from './wish.ts'

export { wish }

const pendingRequest = async (world: World): Promise<string> =>
  (await world.visitor.post('/api/service-requests', wish)).body.id

const requestOfSam = async (world: World): Promise<string> => {
  const id = await pendingRequest(world)
  await world.alice.patch(`/api/service-requests/${id}/status`, {
    status: 'in-progress',
    assignedStaffId: world.people.sam.id,
  })
  return id
}

const acme = (world: World, rest = '') => `/api/client-folders/${world.folders.acme.id}${rest}`

const task = { title: 'Send the handbook', description: 'The one from 2024 will do.' }

const assignmentOfAcme = async (world: World): Promise<string> =>
  (await world.sam.post(acme(world, '/assignments'), task)).body.id

//                 visitor owner stranger inactive holder colleague admin master
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const
/** What every contact sees, whatever they were given. */
const alsoBare = [200, 200] as const
const teamInFolder = [401, 403, 404, 401, 200, 404, 200, 200] as const
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const
const administrators = [401, 403, 403, 401, 403, 403, 200, 200] as const

export const rights: Record<string, Row> = {
  ...accountRights,
  ...assistantRights,
  ...contactRights,
  ...contractRights,
  ...documentRights,
  ...formRights,
  ...invoiceRights,
  ...outRights,
  ...signatureRights,
  ...noticeRights,
  ...proposalRights,
  ...requestRights,
  ...rateRights,
  ...libraryRights,
  'POST /api/service-requests': { answers: [201, 201, 201, 201, 201, 201, 201, 201], aim: () => ({ body: wish }) },
  'GET /api/service-requests': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/service-requests/csv': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/service-requests/:id': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    aim: async (world) => ({ url: `/api/service-requests/${await requestOfSam(world)}` }),
  },
  'PATCH /api/service-requests/:id/status': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    aim: async (world) => ({
      url: `/api/service-requests/${await requestOfSam(world)}/status`,
      body: { status: 'completed' },
    }),
  },
  'PATCH /api/service-requests/:id/assignee': {
    answers: [401, 404, 404, 401, 403, 404, 200, 200],
    aim: async (world) => ({
      url: `/api/service-requests/${await requestOfSam(world)}/assignee`,
      body: { assignedStaffId: world.people.sue.id },
    }),
  },

  'POST /api/request-status': {
    answers: [200, 200, 200, 200, 200, 200, 200, 200],
    aim: async (world) => {
      const { statusPath } = (await world.visitor.post('/api/service-requests', wish)).body
      return { body: { token: statusPath.split('/').at(-1) } }
    },
  },

  'GET /api/client-folders': { answers: everyone },
  'GET /api/client-folders/csv': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/client-folders/:id': { answers: inFolder, contacts: alsoBare, aim: (world) => ({ url: acme(world) }) },
  'GET /api/client-folders/:id/access': {
    answers: inFolder,
    contacts: [403, 403],
    aim: (world) => ({ url: acme(world, '/access') }),
  },
  'POST /api/client-folders': {
    answers: [401, 403, 403, 401, 201, 201, 201, 201],
    aim: (world, seat) => ({
      body: {
        name: 'Old Dominion Millwork',
        services: 'Leadership & Training',
        ...(seat === 'admin' || seat === 'master' ? { assignedStaffId: world.people.sam.id } : {}),
      },
    }),
  },
  'PATCH /api/client-folders/:id': {
    contacts: [403, 403],
    answers: [401, 403, 404, 401, 200, 404, 200, 200],
    aim: (world) => ({ url: acme(world), body: { services: 'HR Consulting' } }),
  },
  'GET /api/client-folders/:id/audit': {
    contacts: [403, 403],
    answers: teamInFolder,
    aim: (world) => ({ url: acme(world, '/audit') }),
  },

  'GET /api/client-folders/:id/messages': { answers: inFolder, aim: (world) => ({ url: acme(world, '/messages') }) },
  'POST /api/client-folders/:id/messages': {
    answers: [401, 201, 404, 401, 201, 404, 201, 201],
    aim: (world) => ({ url: acme(world, '/messages'), body: { content: 'Good morning' } }),
  },

  'GET /api/client-folders/:id/assignments': {
    answers: inFolder,
    aim: (world) => ({ url: acme(world, '/assignments') }),
  },
  'POST /api/client-folders/:id/assignments': {
    contacts: [403, 404],
    answers: [401, 403, 404, 401, 201, 404, 201, 201],
    aim: (world) => ({ url: acme(world, '/assignments'), body: task }),
  },
  'GET /api/assignments/:id': {
    answers: inFolder,
    aim: async (world) => ({ url: `/api/assignments/${await assignmentOfAcme(world)}` }),
  },
  'PUT /api/assignments/:id': {
    contacts: [403, 404],
    answers: [401, 403, 404, 401, 200, 404, 200, 200],
    aim: async (world) => ({ url: `/api/assignments/${await assignmentOfAcme(world)}`, body: task }),
  },
  'PATCH /api/assignments/:id/status': {
    answers: inFolder,
    aim: async (world) => ({
      url: `/api/assignments/${await assignmentOfAcme(world)}/status`,
      body: { status: 'completed' },
    }),
  },

  'POST /api/verification': { answers: [200, 200, 200, 200, 200, 200, 200, 200] },
  'GET /api/verification/certificate': { answers: [200, 200, 200, 200, 200, 200, 200, 200] },

  'GET /api/search': { answers: everyone },

  'GET /api/dashboard': { answers: everyone },
  'GET /api/dashboard/chase': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/dashboard/chase/:kind': {
    answers: [401, 404, 404, 401, 200, 200, 200, 200],
    aim: () => ({ url: '/api/dashboard/chase/invoices' }),
  },
  'GET /api/dashboard/requests-by-week': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/dashboard/money-by-month': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/reports/reply-times': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/reports/pipeline': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/reports/money': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/reports/:report/csv': {
    answers: [401, 404, 404, 401, 200, 200, 200, 200],
    aim: () => ({ url: '/api/reports/money/csv' }),
  },
  'GET /api/events': {
    contacts: alsoBare,
    answers: inFolder,
    streams: true,
    aim: (world) => ({ url: `/api/events?clientFolderId=${world.folders.acme.id}` }),
  },
  'GET /api/audit': { answers: administrators },
  'GET /api/audit/verification': { answers: administrators },
  'GET /api/audit/words': { answers: administrators },
  'GET /api/audit/csv': { answers: administrators },
  'GET /api/openapi.json': { answers: administrators },
  'GET /api/docs': { answers: administrators },
  'POST /api/setup-test-data': { answers: [401, 403, 403, 401, 403, 403, 201, 201] },
}
