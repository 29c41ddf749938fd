// What people read: lists and searches with the word of a side, and every address with its items.
import { endpoints } from '../../../api/index.ts'
import type { Endpoint } from '../../../api/kit/endpoint.ts'
import { officeDate } from '../../../domain/time.ts'
import { requestInput } from '../request-input.ts'
import type { Act, Side, Walk } from './sides.ts'

/** Everything readable, except streams, uploads, and what ends the session. */
export const reads = endpoints.filter(
  ({ method, path }) => method === 'GET' && !/^\/api\/(events$|logout$|companion)/.test(path),
)

/** Parts of an address that are no ids. */
const parts: Record<string, string> = {
  number: '1',
  kind: 'document-requests',
  format: 'iif',
  report: 'money',
  form: 'handbook-acknowledgment',
  policy: 'wage-hour',
}

/** The address of something that the side has; of what belongs to the firm, any. */
export function addressOf({ path }: Pick<Endpoint, 'path'>, walk: Walk, side: Side): string {
  const { testApp, oneOf } = walk
  const [, , noun = ''] = path.split('/')
  const ofFirm: Record<string, string> = {
    'own-policies': walk.ownPolicyId,
    'service-rates': walk.serviceRateId,
    'job-templates': walk.jobTemplateId,
    'law-changes': walk.lawChangeId,
    'booking-hours': testApp.people[side.staff].id,
    users: testApp.people[side.client].id,
    'access-reviews': testApp.people[side.staff].id,
  }
  const url = path.replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'replyId') return oneOf(side, 'saved-replies')
    if (name === 'folder' || (name === 'id' && noun === 'client-folders')) return side.folder
    return parts[name] ?? ofFirm[noun] ?? oneOf(side, noun)
  })
  return `${url}${queryOf(path, walk, side)}`
}

/** What an address requires. */
function queryOf(path: string, { testApp, jobTemplateId, oneOf }: Walk, side: Side): string {
  const month = officeDate(testApp.db.now).slice(0, 7)
  const queries: Record<string, string> = {
    '/api/search': `?q=${side.word}`,
    '/api/hr-assistant/passages': '?q=overtime',
    '/api/agreements/chain': `?contractId=${oneOf(side, 'contracts')}`,
    '/api/reports/money/entries': `?month=${month}&figure=billed`,
    '/api/handbooks/:id/download': '?version=1',
    '/api/client-folders/:id/documents/zip': `?ids=${oneOf(side, 'documents')}`,
    '/api/client-folders/:id/job-preview': `?templateId=${jobTemplateId}&startsOn=2030-01-31`,
    '/api/client-folders/:id/possible-signers': '?for=contracts',
  }
  return queries[path] ?? ''
}

export function readActs(walk: Walk): Act[] {
  const { testApp, random, oneOf } = walk
  const readsAnything: Act = async (caller, side) => {
    const endpoint = random.oneOf(reads)
    return [endpoint.path, await caller.get(addressOf(endpoint, walk, side))]
  }
  return [
    async (caller, side) => {
      const path = random.oneOf(['', '/messages', '/documents', '/assignments', '/audit'])
      const query = random.oneOf(['', `?q=${side.word}`, '?limit=2', '?limit=200'])
      const url = `/api/client-folders/${side.folder}${path}${path === '' ? '' : query}`
      return [url, await caller.get(url)]
    },
    async (caller, side) => {
      const lists = ['client-folders', 'users', 'staff', 'audit', 'outbox', 'service-requests', 'sessions']
      const path = random.oneOf([...lists, 'dashboard', 'user', 'openapi.json'])
      const url = `/api/${path}${lists.slice(0, 3).includes(path) ? random.oneOf(['', `?q=${side.word}`]) : ''}`
      return [url, await caller.get(url)]
    },
    async (caller, side) => {
      const url = `/api/search?q=${random.oneOf([side.word, side.word.slice(0, 2), 'INV', 'all', 'Client', 'a'])}`
      return [url, await caller.get(url)]
    },
    async (caller, side) => {
      const access = `/api/client-folders/${side.folder}/access`
      const url = random.oneOf(['/api/folder-access-requests', '/api/hr-assistant/queue', access])
      return [url, await caller.get(url)]
    },
    async (caller, side) => {
      const lists = ['follow-ups', 'work-queue?view=all', 'received-emails', 'staff-covers', 'saved-replies']
      const more = ['notifications', 'bookings', 'time-entries', `client-folders/${side.folder}/members`]
      const url = `/api/${random.oneOf([...lists, ...more])}`
      return [url, await caller.get(url)]
    },
    async (caller, side) => {
      const url = `/api/agreements/chain?invoiceId=${oneOf(side, 'invoices')}`
      return [url, await caller.get(url)]
    },
    async (caller) => {
      const { body } = await caller.get('/api/notifications')
      const id: string = body?.[0]?.id ?? testApp.folders.ivans.id
      return ['reads a notification', await caller.put(`/api/notifications/${id}/reading`)]
    },
    async (caller) => ['reads all notifications', await caller.put('/api/notifications/reading', {})],
    readsAnything,
    readsAnything,
    readsAnything,
    readsAnything,
    readsAnything,
    async () => ['wishes', await testApp.visitor.post('/api/service-requests', requestInput)],
  ]
}
