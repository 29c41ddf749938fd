// The rights table: the status that each role gets from each endpoint, in the order of `folderRoles`, for an item in
// Acme's folder (client Ann, staff Sam). 404 means that the item exists but the role may not see it.
import sql from 'sql-template-tag'
import { contractInput } from '../contracts.ts'
import type { TestApp } from '../test-app.ts'
import { accountRights } from './rights-accounts.ts'
import { assistantRights } from './rights-assistant.ts'
import { bookingRights } from './rights-bookings.ts'
import { bulkRights, importRights } from './rights-bulk.ts'
import { contactRights } from './rights-contacts.ts'
import { contractRights } from './rights-contracts.ts'
import { timeRights } from './rights-time.ts'
import { deadlineRights } from './rights-deadlines.ts'
import { trainingRights } from './rights-training.ts'
import { documentRights } from './rights-documents.ts'
import { formRights } from './rights-forms.ts'
import { invoiceRights } from './rights-invoices.ts'
import { replyRights } from './rights-replies.ts'
import { requestRights } from './rights-requests.ts'
import { noticeRights } from './rights-notices.ts'
import { outRights } from './rights-out.ts'
import { proposalRights } from './rights-proposals.ts'
import { libraryRights } from './rights-library.ts'
import { taskRights } from './rights-tasks.ts'
import { templateRights } from './rights-templates.ts'
import { rateRights } from './rights-rates.ts'
import { signatureRights } from './rights-signatures.ts'
import type { Row } from './folder-roles.ts'
import { requestInput } from './request-input.ts'

export { requestInput }

/** A visitor's request. The cells exceed the limit of one address, so the count starts again. */
async function submitted(testApp: TestApp, more: { decoy?: string } = {}): Promise<{ id: string; statusPath: string }> {
  await testApp.db.run(sql`delete from rate_limits`)
  return (await testApp.visitor.post('/api/service-requests', { ...requestInput, ...more })).body
}

const pendingRequest = async (testApp: TestApp) => (await submitted(testApp)).id

const suspectedRequest = async (testApp: TestApp) => (await submitted(testApp, { decoy: 'Cheap watches' })).id

const requestOfSam = async (testApp: TestApp): Promise<string> => {
  const id = await pendingRequest(testApp)
  await testApp.alice.patch(`/api/service-requests/${id}/status`, {
    status: 'in-progress',
    assignedStaffId: testApp.people.sam.id,
  })
  return id
}

const acme = (testApp: TestApp, rest = '') => `/api/client-folders/${testApp.folders.acme.id}${rest}`

const task = { title: 'Send the handbook', description: 'The one from 2024 will do.' }

const assignmentOfAcme = async (testApp: TestApp): Promise<string> =>
  (await testApp.sam.post(acme(testApp, '/assignments'), task)).body.id

//                 visitor owner stranger inactive holder colleague admin master
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const
/** Visible to every contact, whatever their rights. */
const alsoBare = [200, 200] as const
const teamInFolder = [401, 403, 404, 401, 200, 404, 200, 200] as const
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const
const administrators = [401, 403, 403, 401, 403, 403, 200, 200] as const

export const rights: Record<string, Row> = {
  ...accountRights,
  ...assistantRights,
  ...bookingRights,
  ...bulkRights,
  ...importRights,
  ...contactRights,
  ...contractRights,
  ...deadlineRights,
  ...trainingRights,
  ...taskRights,
  ...templateRights,
  ...timeRights,
  ...documentRights,
  ...formRights,
  ...invoiceRights,
  ...outRights,
  ...signatureRights,
  ...noticeRights,
  ...proposalRights,
  ...replyRights,
  ...requestRights,
  ...rateRights,
  ...libraryRights,
  'POST /api/service-requests': {
    answers: [201, 201, 201, 201, 201, 201, 201, 201],
    aim: () => ({ body: requestInput }),
  },
  'GET /api/service-requests': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/service-requests/csv': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/service-requests/:id': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({ url: `/api/service-requests/${await requestOfSam(testApp)}` }),
  },
  'GET /api/service-requests/:id/duplicates': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({ url: `/api/service-requests/${await requestOfSam(testApp)}/duplicates` }),
  },
  'GET /api/client-folders/:id/service-requests': {
    answers: [401, 200, 404, 401, 404, 404, 404, 404],
    aim: (testApp) => ({ url: acme(testApp, '/service-requests') }),
  },
  'POST /api/client-folders/:id/service-requests': {
    answers: [401, 201, 404, 401, 404, 404, 404, 404],
    aim: async (testApp) => {
      await testApp.db.run(sql`delete from rate_limits`)
      return {
        url: acme(testApp, '/service-requests'),
        body: { services: ['hr-consulting'], needsDescription: 'A handbook' },
      }
    },
  },
  'GET /api/service-requests/:id/merged': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({ url: `/api/service-requests/${await requestOfSam(testApp)}/merged` }),
  },
  'POST /api/service-requests/:id/merge': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({
      url: `/api/service-requests/${await requestOfSam(testApp)}/merge`,
      body: { intoId: await pendingRequest(testApp) },
    }),
  },
  'PATCH /api/service-requests/:id/status': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({
      url: `/api/service-requests/${await requestOfSam(testApp)}/status`,
      body: { status: 'completed' },
    }),
  },
  'POST /api/service-requests/:id/not-spam': {
    answers: [401, 404, 404, 401, 200, 200, 200, 200],
    aim: async (testApp) => ({ url: `/api/service-requests/${await suspectedRequest(testApp)}/not-spam` }),
  },
  'PATCH /api/service-requests/:id/assignee': {
    answers: [401, 404, 404, 401, 403, 404, 200, 200],
    aim: async (testApp) => ({
      url: `/api/service-requests/${await requestOfSam(testApp)}/assignee`,
      body: { assignedStaffId: testApp.people.sue.id },
    }),
  },

  'POST /api/request-status': {
    answers: [200, 200, 200, 200, 200, 200, 200, 200],
    aim: async (testApp) => {
      const { statusPath } = await submitted(testApp)
      return { body: { token: statusPath.split('/').at(-1) } }
    },
  },

  'GET /api/client-folders': { answers: everyone },
  'GET /api/client-folders/summaries': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/client-folders/csv': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'GET /api/client-folders/:id': { answers: inFolder, contacts: alsoBare, aim: (testApp) => ({ url: acme(testApp) }) },
  'GET /api/client-folders/:id/figures': {
    answers: inFolder,
    contacts: alsoBare,
    aim: (testApp) => ({ url: acme(testApp, '/figures') }),
  },
  'GET /api/client-folders/:id/dates': {
    answers: inFolder,
    contacts: alsoBare,
    aim: (testApp) => ({ url: acme(testApp, '/dates') }),
  },
  'GET /api/client-folders/:id/access': {
    answers: inFolder,
    contacts: [403, 403],
    aim: (testApp) => ({ url: acme(testApp, '/access') }),
  },
  'POST /api/client-folders': {
    answers: [401, 403, 403, 401, 201, 201, 201, 201],
    aim: (testApp, role) => ({
      body: {
        name: 'Old Dominion Millwork',
        services: 'Leadership & Training',
        ...(role === 'admin' || role === 'master' ? { assignedStaffId: testApp.people.sam.id } : {}),
      },
    }),
  },
  'PATCH /api/client-folders/:id': {
    contacts: [403, 403],
    answers: [401, 403, 404, 401, 200, 404, 200, 200],
    aim: (testApp) => ({ url: acme(testApp), body: { services: 'HR Consulting' } }),
  },
  'GET /api/client-folders/:id/audit': {
    contacts: [403, 403],
    answers: teamInFolder,
    aim: (testApp) => ({ url: acme(testApp, '/audit') }),
  },

  'GET /api/client-folders/:id/messages': {
    answers: inFolder,
    aim: (testApp) => ({ url: acme(testApp, '/messages') }),
  },
  'POST /api/client-folders/:id/messages': {
    answers: [401, 201, 404, 401, 201, 404, 201, 201],
    aim: (testApp) => ({ url: acme(testApp, '/messages'), body: { content: 'Good morning' } }),
  },

  // Only its sender retracts a message.
  'POST /api/messages/:id/retraction': {
    answers: [401, 403, 404, 401, 200, 404, 403, 403],
    aim: async (testApp) => {
      const { body } = await testApp.sam.post(acme(testApp, '/messages'), { content: 'Good morning' })
      return { url: `/api/messages/${body.id}/retraction` }
    },
  },
  'GET /api/client-folders/:id/assignments': {
    answers: inFolder,
    aim: (testApp) => ({ url: acme(testApp, '/assignments') }),
  },
  'POST /api/client-folders/:id/assignments': {
    contacts: [403, 404],
    answers: [401, 403, 404, 401, 201, 404, 201, 201],
    aim: (testApp) => ({ url: acme(testApp, '/assignments'), body: task }),
  },
  'GET /api/assignments/:id': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `/api/assignments/${await assignmentOfAcme(testApp)}` }),
  },
  'PUT /api/assignments/:id': {
    contacts: [403, 404],
    answers: [401, 403, 404, 401, 200, 404, 200, 200],
    aim: async (testApp) => ({ url: `/api/assignments/${await assignmentOfAcme(testApp)}`, body: task }),
  },
  'GET /api/assignments/:id/comments': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `/api/assignments/${await assignmentOfAcme(testApp)}/comments` }),
  },
  'POST /api/assignments/:id/comments': {
    answers: [401, 201, 404, 401, 201, 404, 201, 201],
    aim: async (testApp) => ({
      url: `/api/assignments/${await assignmentOfAcme(testApp)}/comments`,
      body: { content: 'Which year?' },
    }),
  },
  // Only its sender retracts a comment.
  'POST /api/assignment-comments/:id/retraction': {
    answers: [401, 403, 404, 401, 200, 404, 403, 403],
    aim: async (testApp) => {
      const path = `/api/assignments/${await assignmentOfAcme(testApp)}/comments`
      const { body } = await testApp.sam.post(path, { content: 'Which year?' })
      return { url: `/api/assignment-comments/${body.id}/retraction` }
    },
  },
  'PATCH /api/assignments/:id/status': {
    answers: inFolder,
    aim: async (testApp) => ({
      url: `/api/assignments/${await assignmentOfAcme(testApp)}/status`,
      body: { status: 'completed' },
    }),
  },

  'POST /api/verification': { answers: [200, 200, 200, 200, 200, 200, 200, 200] },
  'GET /api/verification/certificate': { answers: [200, 200, 200, 200, 200, 200, 200, 200] },

  'GET /api/search': { answers: everyone },

  'GET /api/dashboard': { answers: everyone },
  'GET /api/agreements/figures': { answers: everyone },
  'GET /api/agreements/chain': {
    answers: [401, 200, 404, 401, 200, 404, 200, 200],
    contacts: [200, 404],
    aim: async (testApp) => {
      const { body } = await testApp.alice.post('/api/contracts', contractInput(testApp))
      return { url: `/api/agreements/chain?contractId=${body.id}` }
    },
  },
  'GET /api/work-queue': { answers: everyone },
  'GET /api/follow-ups': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
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
  'GET /api/reports/money/entries': {
    answers: [401, 403, 403, 401, 200, 200, 200, 200],
    aim: () => ({ url: '/api/reports/money/entries?month=2026-11&figure=billed' }),
  },
  'GET /api/reports/receivables': { answers: [401, 403, 403, 401, 403, 403, 200, 200] },
  'GET /api/reports/receivables/csv': { answers: [401, 403, 403, 401, 403, 403, 200, 200] },
  'GET /api/reports/profit': { answers: [401, 403, 403, 401, 403, 403, 200, 200] },
  'GET /api/reports/profit/csv': { answers: [401, 403, 403, 401, 403, 403, 200, 200] },
  'GET /api/reports/:report/csv': {
    answers: [401, 404, 404, 401, 200, 200, 200, 200],
    aim: () => ({ url: '/api/reports/money/csv' }),
  },
  'GET /api/events': {
    contacts: alsoBare,
    answers: inFolder,
    streams: true,
    aim: (testApp) => ({ url: `/api/events?clientFolderId=${testApp.folders.acme.id}` }),
  },
  'GET /api/audit': { answers: administrators },
  'GET /api/audit/verification': { answers: administrators },
  'GET /api/audit/words': { answers: administrators },
  'GET /api/audit/csv': { answers: administrators },
  'GET /api/openapi.json': { answers: administrators },
  'GET /api/docs': { answers: administrators },
  'POST /api/setup-test-data': { answers: [401, 403, 403, 401, 403, 403, 201, 201] },
}
