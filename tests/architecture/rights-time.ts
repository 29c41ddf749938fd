// Rows of the rights table (rights.ts) for recorded time, all in Acme's folder.
import sql from 'sql-template-tag'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { type Caller, type TestApp } from '../test-app.ts'
import { type FolderRole, inRole, type Row } from './folder-roles.ts'

export const rateCard = {
  serviceName: 'HR advice',
  description: 'Advice by the hour.',
  serviceType: 'hr-consulting',
  hourlyRate: 12_000,
}

export const serviceRate = async (testApp: TestApp, more: object = {}): Promise<string> =>
  (await testApp.alice.post('/api/service-rates', { ...rateCard, ...more })).body.id

/** Five minutes today, on a rate card of its own. */
export const timeInput = async (testApp: TestApp, more: object = {}) => ({
  clientFolderId: testApp.folders.acme.id,
  serviceRateId: await serviceRate(testApp),
  date: officeDate(testApp.db.now),
  minutes: 5,
  description: 'Call about leave',
  ...more,
})

/** Recorded by Sam, who is assigned to Acme. */
const recorded = async (testApp: TestApp) => {
  const input = await timeInput(testApp)
  return { input, url: `/api/time-entries/${(await testApp.sam.post('/api/time-entries', input)).body.id as string}` }
}

/** $100.00 each month on the 1st. */
export const planInput = (testApp: TestApp, more: object = {}) => ({
  description: 'HR on call',
  lineItems: [{ description: 'HR on call', quantity: 1, rate: 10_000 }],
  everyMonths: 1,
  dayOfMonth: 1,
  startsOn: officeDate(testApp.db.now),
  sends: false,
  ...more,
})

/** $90.00 an hour on a rate card of its own; set by an administrator. */
export const priceInput = async (testApp: TestApp, more: object = {}) => ({
  serviceRateId: await serviceRate(testApp),
  hourlyRate: 9000,
  ...more,
})

const pricesPath = (testApp: TestApp) => `/api/client-folders/${testApp.folders.acme.id}/client-prices`

const timerInput = async (testApp: TestApp) => {
  const { clientFolderId, serviceRateId } = await timeInput(testApp)
  return { clientFolderId, serviceRateId }
}

/** The caller's timer, running or not. */
async function setTimer(testApp: TestApp, role: FolderRole, isRunning: boolean) {
  await testApp.db.run(sql`delete from timers`)
  const who = role === 'holder' || role === 'admin' || role === 'master' ? (testApp[inRole[role]] as Caller) : null
  if (isRunning && who !== null) await who.put('/api/timer', await timerInput(testApp))
}

//                  visitor owner stranger inactive holder colleague admin master
const teamOnly = [401, 403, 403, 401, 200, 200, 200, 200] as const
const inFolder = [401, 404, 404, 401, 200, 404, 200, 200] as const
const records = [401, 403, 403, 401, 201, 400, 201, 201] as const

export const timeRights: Record<string, Row> = {
  'GET /api/time-entries': { answers: teamOnly },
  'GET /api/time-entries/csv': { answers: teamOnly },
  'GET /api/time-entries/summary': { answers: teamOnly },
  'GET /api/time-entries/:id': { answers: inFolder, aim: async (app) => ({ url: (await recorded(app)).url }) },
  'POST /api/time-entries': { answers: records, aim: async (app) => ({ body: await timeInput(app) }) },
  'PUT /api/time-entries/:id': {
    answers: inFolder,
    aim: async (app) => {
      const { url, input } = await recorded(app)
      return { url, body: { ...input, minutes: 6 } }
    },
  },
  'DELETE /api/time-entries/:id': { answers: inFolder, aim: async (app) => ({ url: (await recorded(app)).url }) },
  'POST /api/time-entries/invoice': {
    answers: [401, 403, 403, 401, 403, 403, 201, 201],
    aim: async (app) => ({
      body: {
        clientFolderId: app.folders.acme.id,
        timeEntryIds: [(await recorded(app)).url.split('/').at(-1)],
        grouping: 'service',
        dueDate: '2099-12-31',
      },
    }),
  },
  'GET /api/client-folders/:id/client-prices': { answers: inFolder, aim: (app) => ({ url: pricesPath(app) }) },
  'POST /api/client-folders/:id/client-prices': {
    answers: [401, 404, 404, 401, 404, 404, 201, 201],
    aim: async (app) => ({ url: pricesPath(app), body: await priceInput(app) }),
  },
  'GET /api/client-prices/:id': {
    answers: inFolder,
    aim: async (app) => {
      const { id } = (await app.alice.post(pricesPath(app), await priceInput(app))).body
      return { url: `/api/client-prices/${id as string}` }
    },
  },
  'DELETE /api/client-prices/:id': {
    answers: [401, 404, 404, 401, 403, 404, 200, 200],
    aim: async (app) => {
      const input = await priceInput(app, { effectiveFrom: daysAfter(officeDate(app.db.now), 30) })
      return { url: `/api/client-prices/${(await app.alice.post(pricesPath(app), input)).body.id as string}` }
    },
  },
  'GET /api/client-folders/:id/invoice-plans': {
    answers: inFolder,
    aim: (app) => ({ url: `/api/client-folders/${app.folders.acme.id}/invoice-plans` }),
  },
  'POST /api/client-folders/:id/invoice-plans': {
    answers: [401, 404, 404, 401, 404, 404, 201, 201],
    aim: (app) => ({ url: `/api/client-folders/${app.folders.acme.id}/invoice-plans`, body: planInput(app) }),
  },
  'GET /api/invoice-plans/:id': {
    answers: inFolder,
    aim: async (app) => {
      const path = `/api/client-folders/${app.folders.acme.id}/invoice-plans`
      return { url: `/api/invoice-plans/${(await app.alice.post(path, planInput(app))).body.id as string}` }
    },
  },
  'PUT /api/invoice-plans/:id': {
    answers: [401, 404, 404, 401, 403, 404, 200, 200],
    aim: async (app) => {
      const path = `/api/client-folders/${app.folders.acme.id}/invoice-plans`
      const { startsOn: _startsOn, ...body } = planInput(app)
      return { url: `/api/invoice-plans/${(await app.alice.post(path, planInput(app))).body.id as string}`, body }
    },
  },
  'PATCH /api/invoice-plans/:id/status': {
    answers: [401, 404, 404, 401, 403, 404, 200, 200],
    aim: async (app) => {
      const path = `/api/client-folders/${app.folders.acme.id}/invoice-plans`
      const { id } = (await app.alice.post(path, planInput(app))).body
      return { url: `/api/invoice-plans/${id as string}/status`, body: { status: 'paused' } }
    },
  },
  'GET /api/timer': { answers: teamOnly },
  'PUT /api/timer': {
    answers: [401, 403, 403, 401, 200, 400, 200, 200],
    aim: async (app, role) => {
      await setTimer(app, role, false)
      return { body: await timerInput(app) }
    },
  },
  'DELETE /api/timer': {
    answers: [401, 403, 403, 401, 200, 409, 200, 200],
    aim: async (app, role) => {
      await setTimer(app, role, true)
      return {}
    },
  },
  'POST /api/timer/entry': {
    answers: [401, 403, 403, 401, 201, 409, 201, 201],
    aim: async (app, role) => {
      await setTimer(app, role, true)
      return { body: await timeInput(app) }
    },
  },
}
