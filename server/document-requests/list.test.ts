// The list of document requests, and whose open tab hears of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { askedOfAcme, moveRequest, requestsOf } from '../../tests/document-requests.ts'
import { openTab } from '../../tests/tab.ts'
import { createWorld, type World } from '../../tests/world.ts'

let world: World
let acme: string
beforeAll(async () => {
  world = await createWorld()
  acme = world.folders.acme.id
})
afterAll(() => world.close())

describe('the list', () => {
  it('filters, counts who is late as the domain does, and puts what is due first', async () => {
    const folder = (await world.sam.post('/api/client-folders', { name: 'List', services: 'x' })).body.id
    const today = officeDate(world.db.now)
    const make = async (title: string, dueDate: string | null) =>
      (await world.sam.post(requestsOf(folder), { title, dueDate })).body.id as string
    const gone = await make('Gone', daysAfter(today, -3))
    await moveRequest(world.sam, gone, 'cancelled')
    await make('100% of_it', null)
    await make('Soon', daysAfter(today, 2))
    await make('Today', today)
    await make('Late', daysAfter(today, -1))
    const titles = async (query: string) =>
      (await world.sam.get(`${requestsOf(folder)}?${query}`)).body.map(({ title }: { title: string }) => title)
    expect(await titles('')).toEqual(['Late', 'Today', 'Soon', '100% of_it', 'Gone'])
    expect(await titles('late=true')).toEqual(['Late'])
    expect(await titles('status=cancelled')).toEqual(['Gone'])
    expect(await titles(`q=${encodeURIComponent('100% of_')}`)).toEqual(['100% of_it'])
    expect(await titles('order=due')).toEqual(['Late', 'Today', 'Soon', '100% of_it', 'Gone'])
    expect((await world.sam.get(`${requestsOf(folder)}/counts`)).body).toEqual({
      pending: 4,
      late: 1,
      submitted: 0,
      completed: 0,
      cancelled: 1,
    })
    const paged: string[] = []
    for (let next: string | undefined = `${requestsOf(folder)}?order=due&limit=2`; next;) {
      const page = await world.sam.get(next)
      paged.push(...page.body.map(({ title }: { title: string }) => title))
      next = /<(.+)>; rel="next"/.exec(String(page.headers.link))?.[1]
    }
    expect(paged).toEqual(['Late', 'Today', 'Soon', '100% of_it', 'Gone'])
  })

  it.each(['status=lost', 'late=maybe', 'order=best', 'colour=red', 'limit=0'])('knows no %s', async (query) => {
    expect((await world.sam.get(`${requestsOf(acme)}?${query}`)).status).toBe(400)
  })
})

it('the client’s open tab hears of a request, the stranger’s does not', async () => {
  await world.goLive()
  const address = await world.address()
  const [ann, eve] = [await openTab(address, world.ann), await openTab(address, world.eve)]
  const id = await askedOfAcme(world)
  const change = { type: 'document-requests', id, clientFolderId: acme }
  await expect.poll(() => ann.heard, { timeout: 3000 }).toContainEqual(change)
  expect(eve.heard).not.toContainEqual(change)
  ann.close()
  eve.close()
})
