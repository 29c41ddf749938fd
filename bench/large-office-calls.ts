// Typical reads in the large office: the first page of every list, every count and total, and searches, by each role.
import { signIn } from './portal.ts'

export interface Reader {
  who: string
  username: string
  cookie: string
  paths: string[]
}

const notices = ['/api/notifications', '/api/notifications/figures']
const agreements = [
  '/api/invoices',
  '/api/invoices?order=due',
  '/api/contracts',
  '/api/contracts?order=ends',
  '/api/proposals',
]
const searches = ['ha', 'blu', 'handbook castillo', 'INV-2025', '499999', 'castillo 40321', 'zzzzz'].map(
  (words) => `/api/search?q=${encodeURIComponent(words)}`,
)
const team = [
  '/api/client-folders',
  '/api/client-folders?order=name',
  '/api/client-folders?q=orchards',
  '/api/service-requests',
  '/api/service-requests?status=pending',
  '/api/service-requests?q=orchards',
  ...agreements,
  '/api/invoices?status=overdue',
  '/api/invoices?order=amount',
  '/api/invoices?q=orchards',
  '/api/invoices?q=INV-2025',
  '/api/contracts?q=castillo',
  '/api/contracts?order=amount',
  '/api/contracts?status=draft',
  '/api/proposals?q=handbook',
  '/api/proposals?order=valid',
  '/api/proposals?status=sent',
  '/api/unanswered-threads',
  '/api/unanswered-threads/figures',
  '/api/dashboard',
  '/api/dashboard/chase',
  '/api/dashboard/chase/invoices',
  '/api/dashboard/chase/documents',
  '/api/dashboard/money-by-month',
  '/api/dashboard/requests-by-week',
  '/api/calendar',
  '/api/service-rates',
  '/api/staff',
  '/api/hr-form-submissions',
  '/api/hr-assistant/queue',
  '/api/law-changes',
  '/api/reports/reply-times',
  '/api/reports/pipeline',
  '/api/reports/money',
  ...notices,
  ...searches,
]
const administration = [
  '/api/users',
  '/api/users?order=name',
  '/api/users?q=castillo',
  '/api/users?role=client',
  '/api/users/figures',
  '/api/audit',
  '/api/audit?action=invoice.sent',
  '/api/audit?entityType=service-requests',
  '/api/audit/words',
  '/api/outbox',
  '/api/outbox?status=failed',
  '/api/outbox?q=client77',
  '/api/archived-pdfs',
  '/api/retention-rules',
  '/api/retention-due',
  '/api/legal-holds',
  '/api/erasures',
]
const ofFolder = (id: string) => [
  `/api/client-folders/${id}`,
  ...[
    'messages',
    'messages?q=underwood',
    'messages?q=zzzzz',
    'documents',
    'documents?q=handbook',
    'documents?q=zzzzz',
    'assignments',
    'document-requests',
    'document-requests/counts',
    'onboarding-reports',
    'contacts',
  ].map((list) => `/api/client-folders/${id}/${list}`),
  ...agreements.map((list) => `${list}${list.includes('?') ? '&' : '?'}clientFolderId=${id}`),
]
const ofFolderForTeam = (id: string) =>
  ['staff-notes', 'audit', 'policy-acknowledgements', 'law-changes'].map((list) => `/api/client-folders/${id}/${list}`)
const client = [
  '/api/client-folders',
  ...agreements,
  '/api/to-dos',
  '/api/dashboard',
  '/api/hr-policies',
  '/api/hr-form-submissions',
  '/api/hr-assistant/conversations',
  '/api/calendar',
  ...notices,
  ...searches,
]

/**
 * An administrator, the busiest staff member and an average one, the client of the largest folder and an average one.
 */
export async function readersOf(base: string): Promise<{ readers: Reader[]; largest: string }> {
  const cookie = await signIn(base, 'client1')
  const folders = (await (await fetch(`${base}/api/client-folders`, { headers: { cookie } })).json()) as {
    id: string
  }[]
  // The oldest folder; they are a contact of the newest one.
  const folder = folders.at(-1)
  if (folder === undefined) throw new Error('The client of the largest folder sees none.')
  const largest = folder.id
  const inIt = [...ofFolder(largest), ...ofFolderForTeam(largest)]
  const sign = async (who: string, username: string, paths: string[]): Promise<Reader> => ({
    who,
    username,
    cookie: await signIn(base, username),
    paths,
  })
  return {
    largest,
    readers: [
      await sign('administrator', 'admin1', [...team, ...administration, ...inIt]),
      await sign('staff, 251 folders', 'staff1', [...team, ...inIt]),
      await sign('staff, 97 folders', 'staff2', team),
      await sign('client, largest folder', 'client1', [...client, ...ofFolder(largest)]),
      await sign('client', 'client2000', client),
    ],
  }
}
