// The list of document requests, and live updates in open tabs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { requestedOfAcme, setRequestStatus, requestsOf } from '../../tests/document-requests.ts'
import { openTab } from '../../tests/event-stream.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let acme: string
beforeAll(async () => {
  testApp = await createTestApp()
  acme = testApp.folders.acme.id
})
afterAll(() => testApp.close())

describe('the list of document requests', () => {
  it('filters, counts the late ones like the domain does, and sorts by due date', async () => {
    const folder = (await testApp.sam.post('/api/client-folders', { name: 'List', services: 'x' })).body.id
    const today = officeDate(testApp.db.now)
    const make = async (title: string, dueDate: string | null) =>
      (await testApp.sam.post(requestsOf(folder), { title, dueDate })).body.id as string
    const gone = await make('Gone', daysAfter(today, -3))
    await setRequestStatus(testApp.sam, gone, 'cancelled')
    await make('100% of_it', null)
    await make('Soon', daysAfter(today, 2))
    await make('Today', today)
    await make('Late', daysAfter(today, -1))
    const titles = async (query: string) =>
      (await testApp.sam.get(`${requestsOf(folder)}?${query}`)).body.map(({ title }: { title: string }) => title)
    expect(await titles('')).toEqual(['Late', 'Today', 'Soon', '100% of_it', 'Gone'])
    expect(await titles('late=true')).toEqual(['Late'])
    expect(await titles('status=cancelled')).toEqual(['Gone'])
    expect(await titles(`q=${encodeURIComponent('100% of_')}`)).toEqual(['100% of_it'])
    expect(await titles('order=due')).toEqual(['Late', 'Today', 'Soon', '100% of_it', 'Gone'])
    expect((await testApp.sam.get(`${requestsOf(folder)}/counts`)).body).toEqual({
      pending: 4,
      late: 1,
      submitted: 0,
      completed: 0,
      cancelled: 1,
    })
    const paged: string[] = []
    for (let next: string | undefined = `${requestsOf(folder)}?order=due&limit=2`; next;) {
      const page = await testApp.sam.get(next)
      paged.push(...page.body.map(({ title }: { title: string }) => title))
      next = /<(.+)>; rel="next"/.exec(String(page.headers.link))?.[1]
    }
    expect(paged).toEqual(['Late', 'Today', 'Soon', '100% of_it', 'Gone'])
  })

  it.each(['status=lost', 'late=maybe', 'order=best', 'color=red', 'limit=0'])(
    'refuses an unknown %s',
    async (query) => {
      expect((await testApp.sam.get(`${requestsOf(acme)}?${query}`)).status).toBe(400)
    },
  )
})

it('notifies the client’s open tab of a request, but not a stranger’s', async () => {
  await testApp.goLive()
  const address = await testApp.address()
  const [ann, eve] = [await openTab(address, testApp.ann), await openTab(address, testApp.eve)]
  const id = await requestedOfAcme(testApp)
  const change = { type: 'document-requests', id, clientFolderId: acme }
  await expect.poll(() => ann.received).toContainEqual(change)
  expect(eve.received).not.toContainEqual(change)
  ann.close()
  eve.close()
})
