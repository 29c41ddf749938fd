// Messages that are sent at the same moment: each is refused, stored, recorded and announced for itself.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../tests/world.ts'
import { typed } from '../kit/row-types.ts'

let world: World
/** Folders of Sam's, without a client. */
let folderIds: string[]
beforeAll(async () => {
  world = await createWorld()
  folderIds = []
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
    const folder = { name, services: 'HR', assignedStaffId: world.people.sam.id }
    folderIds.push((await world.alice.post('/api/client-folders', folder)).body.id)
  }
})
afterAll(() => world.close())

const thread = (folderId: string) => `/api/client-folders/${folderId}/messages`
const said = async (content: string) =>
  world.db.rows(typed(z.object({ id: z.string(), folder: z.string() }))`
    select id, client_folder_id as folder from messages
    where content = ${content} order by id`)
const inAll = (content: string, headers: (place: number) => Record<string, string> = () => ({})) =>
  Promise.all(folderIds.map((id, place) => world.sam.post(thread(id), { content }, headers(place))))

/** Somebody else's transaction, open until it is told to end. */
async function holding(statement: string): Promise<() => Promise<void>> {
  const client = await world.owner.pool.connect()
  await client.query('begin')
  await client.query(statement)
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

describe('concurrent messages', () => {
  it('to several folders each leave their own audit entry and their own live event', async () => {
    const answers = await inAll('All at once')
    expect(answers.map(({ status }) => status)).toEqual(folderIds.map(() => 201))
    const rows = await said('All at once')
    expect(rows.map(({ folder }) => folder).toSorted()).toEqual(folderIds.toSorted())
    const ids = answers.map(({ body }) => body.id as string)
    const lines = await world.db.rows(typed(
      z.object({ id: z.string(), folder: z.string(), actor: z.string(), request: z.string() }),
    )`
      select entity_id as id, client_folder_id as folder, actor_id as actor, request_id as request
      from audit_entries where entity_id = any(${ids}::uuid[])`)
    expect(lines.map(({ id, folder }) => `${id} ${folder}`).toSorted()).toEqual(
      rows.map(({ id, folder }) => `${id} ${folder}`).toSorted(),
    )
    expect(lines.map(({ actor }) => actor)).toEqual(rows.map(() => world.people.sam.id))
    expect(new Set(lines.map(({ request }) => request)).size).toBe(rows.length)
    const events = await world.db.rows(typed(z.object({ id: z.string(), people: z.array(z.string()) }))`
      select entity_id as id, user_ids as people from live_events where entity_id = any(${ids}::uuid[])`)
    expect(events).toHaveLength(rows.length)
    for (const { people } of events) expect(people).toContain(world.people.sam.id)
  })

  it('to two clients notify each recipient of their own message only', async () => {
    const before = (await world.mail()).length
    world.pass({ minutes: 10 })
    const [acme, elmwood] = [world.folders.acme.id, world.folders.elmwood.id]
    await Promise.all([
      world.ann.post(thread(acme), { content: 'From Ann' }),
      world.sue.post(thread(elmwood), { content: 'From Sue' }),
    ])
    const letters = (await world.mail()).slice(before)
    expect(letters.map(({ to }) => to).toSorted()).toEqual(['eve@example.com', 'sam@example.com'])
    const notices = await world.db.rows(typed(z.object({ person: z.string(), actor: z.string(), folder: z.string() }))`
      select user_id as person, actor_id as actor, client_folder_id as folder from notices
      where client_folder_id in (${acme}, ${elmwood}) and kind = 'messages'`)
    expect(notices).toContainEqual({ person: world.people.sam.id, actor: world.people.ann.id, folder: acme })
    expect(notices).toContainEqual({ person: world.people.eve.id, actor: world.people.sue.id, folder: elmwood })
    expect(notices).toHaveLength(2)
  })

  it('are refused each for itself: from a stranger, to an archived folder, and to no folder', async () => {
    const [first = '', second = '', archived = ''] = folderIds
    await world.alice.patch(`/api/client-folders/${archived}`, { status: 'archived' })
    const content = 'Some of us'
    const answers = await Promise.all([
      world.sam.post(thread(first), { content }),
      world.sue.post(thread(second), { content }),
      world.sam.post(thread(archived), { content }),
      world.sam.post(thread('01890000-0000-7000-8000-0000000000ff'), { content }),
      world.ann.post(thread(world.folders.elmwood.id), { content }),
      world.ann.post(thread(world.folders.acme.id), { content }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 404, 409, 404, 404, 201])
    expect((await said(content)).map(({ folder }) => folder).toSorted()).toEqual(
      [first, world.folders.acme.id].toSorted(),
    )
    await world.alice.patch(`/api/client-folders/${archived}`, { status: 'active' })
  })

  it('to other folders do not wait for one whose folder is being changed', async () => {
    const [locked = '', ...others] = folderIds
    const release = await holding(`select from client_folders where id = '${locked}' for no key update`)
    const waiting = world.sam.post(thread(locked), { content: 'Delayed' })
    const answers = await Promise.all(others.map((id) => world.sam.post(thread(id), { content: 'Not waiting' })))
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 201))
    expect(await said('Delayed')).toEqual([])
    await release()
    expect((await waiting).status).toBe(201)
    expect(await said('Delayed')).toHaveLength(1)
  })

  it('to one folder are all stored', async () => {
    const [busy = ''] = folderIds
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => world.sam.post(thread(busy), { content: 'A busy thread' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(await said('A busy thread')).toHaveLength(8)
  })

  it('are stored although the database refuses one of them', async () => {
    await world.owner.run(sql`alter table messages add constraint no_boom check (content <> 'Boom')`)
    const contents = ['Kept', 'Boom', 'Kept', 'Kept']
    const answers = await Promise.all(
      contents.map((content, i) => world.sam.post(thread(folderIds[i] ?? ''), { content })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 500, 201, 201])
    expect(await said('Kept')).toHaveLength(3)
    expect(await said('Boom')).toEqual([])
    await world.owner.run(sql`alter table messages drop constraint no_boom`)
  })

  it('answer 503 and store nothing when the database goes away before the commit', async () => {
    const release = await holding('lock table audit_entries in exclusive mode')
    const sending = inAll('Lost on the way')
    const ended = () =>
      world.db.one(typed(z.object({ count: z.number() }))`
        select count(pg_terminate_backend(pid))::integer as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`)
    await expect.poll(async () => (await ended()).count).toBeGreaterThan(0)
    const answers = await sending
    await release()
    expect(answers.map(({ status }) => status)).toEqual(folderIds.map(() => 503))
    expect(await said('Lost on the way')).toEqual([])
  })
})

describe('idempotency keys of concurrent messages', () => {
  it('each keep their own answer, which a second try gets again', async () => {
    const keys = (place: number) => ({ 'idempotency-key': `at-once-${place}` })
    const first = await inAll('With a key', keys)
    expect(first.map(({ status }) => status)).toEqual(folderIds.map(() => 201))
    const again = await inAll('With a key', keys)
    expect(again.map(({ body }) => body)).toEqual(first.map(({ body }) => body))
    expect(again.map(({ headers }) => headers['idempotent-replayed'])).toEqual(folderIds.map(() => 'true'))
    expect(await said('With a key')).toHaveLength(folderIds.length)
  })

  it('used for several folders serve one of them', async () => {
    const answers = await inAll('One key', () => ({ 'idempotency-key': 'one-for-all' }))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(folderIds.length - 1)
    // The first is still running, or is done and was another request.
    for (const { body } of refused) expect(['running', 'key-reused']).toContain(body.code)
    expect(await said('One key')).toHaveLength(1)
  })
})
