import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClientFolderSummary } from '../../domain/client-folder.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
/** Folders of Sam and one of Sue, in the order they were created. */
let ids: string[]

beforeAll(async () => {
  testApp = await createTestApp()
  ids = []
  for (const [name, staff] of [
    ['birch Dental', 'sam'],
    ['Aspen Foods', 'sam'],
    ['Cedar Mills', 'sue'],
  ] as const) {
    const input = { name, services: 'Orchard list', assignedStaffId: testApp.people[staff].id }
    ids.push((await testApp.alice.post('/api/client-folders', input)).body.id)
  }
  // Two items of work in the first folder, one in the third; the second folder is the last with activity.
  await addDueAssignment(ids[0]!)
  await addDueAssignment(ids[0]!)
  await addDueAssignment(ids[2]!)
  await testApp.alice.patch(`/api/client-folders/${ids[1]}`, { services: 'Orchard list, revised' })
})
afterAll(() => testApp.close())

async function addDueAssignment(folderId: string) {
  const dueDate = daysAfter(officeDate(testApp.db.now), -1)
  const answer = await testApp.alice.post(`/api/client-folders/${folderId}/assignments`, {
    title: 'Form I-9',
    description: 'Sections 1 and 2',
    dueDate,
  })
  expect(answer.status, answer.text).toBe(201)
}

const path = (query: string) => `/api/client-folders/summaries?q=orchard${query}`
const listed = async (who: Caller, query = ''): Promise<ClientFolderSummary[]> => (await who.get(path(query))).body
const names = async (who: Caller, query = '') => (await listed(who, query)).map(({ name }) => name)

it('lists each folder with its consultant, open work, and last activity', async () => {
  const [sues, , first] = await listed(testApp.alice)
  expect(sues).toEqual({
    id: ids[2],
    name: 'Cedar Mills',
    clientName: null,
    services: 'Orchard list',
    status: 'active',
    assignedStaffId: testApp.people.sue.id,
    assignedStaffName: 'Sue Bennett',
    openWork: 1,
    lastActivityAt: expect.stringMatching(/Z$/),
    createdAt: expect.stringMatching(/Z$/),
  })
  expect(first).toMatchObject({ name: 'birch Dental', openWork: 2 })
})

it.each([
  ['newest', ['Cedar Mills', 'Aspen Foods', 'birch Dental']],
  ['name', ['Aspen Foods', 'birch Dental', 'Cedar Mills']],
  ['name-desc', ['Cedar Mills', 'birch Dental', 'Aspen Foods']],
  ['work', ['birch Dental', 'Cedar Mills', 'Aspen Foods']],
  ['work-asc', ['Aspen Foods', 'Cedar Mills', 'birch Dental']],
  ['activity', ['Aspen Foods', 'Cedar Mills', 'birch Dental']],
  ['activity-asc', ['birch Dental', 'Cedar Mills', 'Aspen Foods']],
])('sorts by %s, in one page and page by page', async (order, expected) => {
  expect(await names(testApp.alice, `&order=${order}`)).toEqual(expected)
  const seen: string[] = []
  for (let next: string | undefined = path(`&order=${order}&limit=1`); next !== undefined;) {
    const { body, headers } = await testApp.alice.get(next)
    seen.push(...body.map(({ name }: ClientFolderSummary) => name))
    next = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
  }
  expect(seen).toEqual(expected)
})

it('sorts by consultant in both directions', async () => {
  const consultants = async (order: string) =>
    (await listed(testApp.alice, `&order=${order}`)).map(({ assignedStaffName }) => assignedStaffName)
  const forward = await consultants('consultant')
  expect(forward).toEqual(forward.toSorted((a, b) => a.localeCompare(b)))
  expect(new Set(forward).size).toBe(2)
  expect(await consultants('consultant-desc')).toEqual(forward.toReversed())
})

it('filters by consultant and status', async () => {
  expect(await names(testApp.alice, `&assignedStaffId=${testApp.people.sue.id}`)).toEqual(['Cedar Mills'])
  expect(await names(testApp.alice, '&status=archived')).toEqual([])
  expect(await names(testApp.alice, '&status=active')).toHaveLength(3)
})

it('staff see their own folders only, in every order and with a cursor from another list', async () => {
  for (const order of ['newest', 'name-desc', 'consultant', 'work', 'activity-asc'])
    expect((await names(testApp.sam, `&order=${order}`)).toSorted()).toEqual(['Aspen Foods', 'birch Dental'])
  expect(await names(testApp.sam, `&assignedStaffId=${testApp.people.sue.id}`)).toEqual([])
  const { headers } = await testApp.alice.get(path('&order=name&limit=1'))
  const next = /<([^>]+)>; rel="next"/.exec(String(headers.link))?.[1]
  const { body } = await testApp.sam.get(next!.replace('limit=1', 'limit=50'))
  expect(body.map(({ name }: ClientFolderSummary) => name)).toEqual(['birch Dental'])
})

it('refuses clients, visitors, unknown orders, and a cursor of another order', async () => {
  expect((await testApp.ann.get(path(''))).status).toBe(403)
  expect((await testApp.visitor.get(path(''))).status).toBe(401)
  for (const query of ['&order=services', '&order=-name', '&status=open', '&assignedStaffId=sue', '&cursor=nowhere'])
    expect((await testApp.alice.get(path(query))).status, query).toBe(400)
  const { headers } = await testApp.alice.get(path('&order=activity&limit=1'))
  const next = /<([^>]+)>; rel="next"/.exec(String(headers.link))?.[1]
  expect((await testApp.alice.get(next!.replace('order=activity', 'order=work'))).status).toBe(400)
})
