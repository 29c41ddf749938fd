// Which endpoints a walk called, and which it leaves out and why.
import { endpoints } from '../../../api/index.ts'
import type { Answer, Caller } from '../../test-app.ts'

interface Calls {
  called: Set<string>
  /** Those that succeeded for someone. */
  done: Set<string>
}

export const noCalls = (): Calls => ({ called: new Set(), done: new Set() })

/** A plain address before one with parameters: `/api/tasks/csv` is no task. */
const patterns = endpoints
  .map(({ method, path }) => ({
    method,
    name: `${method} ${path}`,
    parameters: path.split(':').length,
    form: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  }))
  .toSorted((a, b) => a.parameters - b.parameters)

function endpointOf(method: string, url: string): string | undefined {
  const { pathname } = new URL(url, 'http://portal')
  return patterns.find((each) => each.method === method && each.form.test(pathname))?.name
}

/** The same caller, whose calls are noted. */
export function noting(caller: Caller, calls: Calls): Caller {
  const note = async (method: string, url: string, answer: Promise<Answer>): Promise<Answer> => {
    const name = endpointOf(method, url)
    const answered = await answer
    if (name !== undefined) calls.called.add(name)
    if (name !== undefined && answered.status < 400) calls.done.add(name)
    return answered
  }
  return {
    cookie: caller.cookie,
    send: (options) =>
      note(options.method ?? 'GET', typeof options.url === 'string' ? options.url : '', caller.send(options)),
    get: (path, headers) => note('GET', path, caller.get(path, headers)),
    post: (path, body, headers) => note('POST', path, caller.post(path, body, headers)),
    put: (path, body, headers) => note('PUT', path, caller.put(path, body, headers)),
    patch: (path, body, headers) => note('PATCH', path, caller.patch(path, body, headers)),
    delete: (path, headers) => note('DELETE', path, caller.delete(path, headers)),
  }
}

const onlyTheirOwn = [
  'POST /api/passkeys',
  'POST /api/passkeys/creation',
  'POST /api/passkeys/challenge',
  'DELETE /api/passkeys/:id',
  'POST /api/second-factor',
  'POST /api/second-factor/confirmation',
  'POST /api/second-factor/recovery-codes',
  'DELETE /api/second-factor',
  'PUT /api/password',
  'PATCH /api/profile',
  'POST /api/profile/email',
  'POST /api/profile/email/confirmation',
  'POST /api/push-subscriptions',
  'DELETE /api/push-subscriptions/:id',
  'PUT /api/email-choices',
  'POST /api/calendar',
  'DELETE /api/calendar',
  'PATCH /api/hr-forms/:form/draft',
  'DELETE /api/hr-forms/:form/draft',
  // Its body is a file; an empty one is refused.
  'POST /api/hr-forms/:form/filled',
]

const beginOrEndSessions = [
  'POST /api/login',
  'POST /api/login/link',
  'POST /api/login/passkey',
  'POST /api/login/provider/code',
  'POST /api/sign-in-links',
  'POST /api/sessions/proof',
  'POST /api/logout',
  'GET /api/logout',
  'DELETE /api/sessions',
  'DELETE /api/sessions/:id',
  'POST /api/one-time-links/look',
  'POST /api/invitations/accept',
  'POST /api/password/forgot',
  'POST /api/password/reset',
  'POST /api/set-up',
  'POST /api/impersonation',
  'DELETE /api/impersonation',
]

/** A token in the body opens one record of one person. */
const byPrivateLink = [
  'POST /api/bookings',
  'POST /api/booking-link',
  'POST /api/booking-link/times',
  'POST /api/booking-link/time',
  'POST /api/booking-link/cancellation',
  'POST /api/request-status',
  'POST /api/employee-handbook',
  'POST /api/employee-handbook/acknowledgment',
  'POST /api/verification',
]

/** For administrators, and about no company. */
const aboutTheFirm = [
  'POST /api/access-reviews',
  'POST /api/agreement-templates',
  'PUT /api/agreement-templates/:id',
  'PATCH /api/agreement-templates/:id',
  'POST /api/agreement-templates/:id/versions',
  'POST /api/api-keys',
  'DELETE /api/api-keys/:id',
  'POST /api/books/closed-months',
  'POST /api/books/closed-months/:id/reopening',
  'PUT /api/books/mapping',
  'PUT /api/books/items/:id',
  'POST /api/firm-settings/versions/:version/restoration',
  'PUT /api/firm-settings/logo',
  'DELETE /api/firm-settings/logo',
  'PATCH /api/hr-policies/:policy',
  'POST /api/hr-policies/:policy/versions',
  'PUT /api/job-templates/:id',
  'DELETE /api/job-templates/:id',
  'PATCH /api/own-forms/:id',
  'PATCH /api/own-policies/:id',
  'PUT /api/retention-rules/:class',
  'PUT /api/second-factor/requirement',
  'PUT /api/service-rates/:id',
  'POST /api/setup-checklist/set-aside',
  'DELETE /api/setup-checklist/set-aside',
  'POST /api/setup-checklist/test-message',
  'POST /api/setup-test-data',
  'POST /api/status/failed-jobs/:number/retry',
  'POST /api/webhooks',
  'PUT /api/webhooks/:id',
  'DELETE /api/webhooks/:id',
  'POST /api/webhooks/:id/test',
  'POST /api/webhooks/:id/deliveries/:deliveryId/resend',
  // Written for everyone in general terms, without the names of clients.
  'POST /api/hr-assistant/verified-answers',
  'DELETE /api/hr-assistant/verified-answers/:id',
]

/** They add people, end their access, or move all that they have to someone else. */
const aboutAccounts = [
  'POST /api/staff',
  'DELETE /api/users/:id',
  'POST /api/users/:id/hand-over',
  'POST /api/users/:id/invitation',
  'DELETE /api/users/:id/second-factor',
  'DELETE /api/users/:id/sessions',
  'DELETE /api/users/:id/sessions/:sessionId',
]

/** Streams, and uploads in several parts, which belong to the person who began them. */
const otherConnections = [
  'GET /api/events',
  'POST /api/hr-assistant/stream',
  'GET /api/companion/s3/params',
  'GET /api/companion/s3/sts',
  'GET /api/companion/api/:token',
  'POST /api/companion/s3/multipart',
  'GET /api/companion/s3/multipart/:id',
  'GET /api/companion/s3/multipart/:id/:number',
  'POST /api/companion/s3/multipart/:id/complete',
  'DELETE /api/companion/s3/multipart/:id',
  'PUT /api/objects/upload/:id/parts/:number',
]

/** The walk calls every other endpoint. */
export const leftOut: readonly string[] = [
  ...onlyTheirOwn,
  ...beginOrEndSessions,
  ...byPrivateLink,
  ...aboutTheFirm,
  ...aboutAccounts,
  ...otherConnections,
]
