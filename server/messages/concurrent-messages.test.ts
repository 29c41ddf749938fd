// Concurrent messages are independent: each is refused, stored, audited, and published separately.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
/** Folders of Sam's, without a client. */
let folderIds: string[]
beforeAll(async () => {
  testApp = await createTestApp()
  folderIds = []
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
    const folder = { name, services: 'HR', assignedStaffId: testApp.people.sam.id }
    folderIds.push((await testApp.alice.post('/api/client-folders', folder)).body.id)
  }
})
afterAll(() => testApp.close())

const thread = (folderId: string) => `/api/client-folders/${folderId}/messages`
const messagesOf = async (content: string) =>
  testApp.db.rows(typed(z.object({ id: z.string(), folder: z.string() }))`
    select id, client_folder_id as folder from messages
    where content = ${content} order by id`)
const inAll = (content: string, headers: (place: number) => Record<string, string> = () => ({})) =>
  Promise.all(folderIds.map((id, place) => testApp.sam.post(thread(id), { content }, headers(place))))

/** A separate transaction that remains open until the returned function is called. */
async function holding(statement: string): Promise<() => Promise<void>> {
  const client = await testApp.owner.pool.connect()
  await client.query('begin')
  await client.query(statement)
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

describe('concurrent messages', () => {
  it('have their own audit entries and live events in several folders', async () => {
    const answers = await inAll('To every folder')
    expect(answers.map(({ status }) => status)).toEqual(folderIds.map(() => 201))
    const rows = await messagesOf('To every folder')
    expect(rows.map(({ folder }) => folder).toSorted()).toEqual(folderIds.toSorted())
    const ids = answers.map(({ body }) => body.id as string)
    const lines = await testApp.db.rows(typed(
      z.object({ id: z.string(), folder: z.string(), actor: z.string(), request: z.string() }),
    )`
      select entity_id as id, client_folder_id as folder, actor_id as actor, request_id as request
      from audit_entries where entity_id = any(${ids}::uuid[])`)
    expect(lines.map(({ id, folder }) => `${id} ${folder}`).toSorted()).toEqual(
      rows.map(({ id, folder }) => `${id} ${folder}`).toSorted(),
    )
    expect(lines.map(({ actor }) => actor)).toEqual(rows.map(() => testApp.people.sam.id))
    expect(new Set(lines.map(({ request }) => request)).size).toBe(rows.length)
    const events = await testApp.db.rows(typed(z.object({ id: z.string(), people: z.array(z.string()) }))`
      select entity_id as id, user_ids as people from live_events where entity_id = any(${ids}::uuid[])`)
    expect(events).toHaveLength(rows.length)
    for (const { people } of events) expect(people).toContain(testApp.people.sam.id)
  })

  it('notify each of two clients only of their own message', async () => {
    const before = (await testApp.mail()).length
    testApp.pass({ minutes: 10 })
    const [acme, elmwood] = [testApp.folders.acme.id, testApp.folders.elmwood.id]
    await Promise.all([
      testApp.ann.post(thread(acme), { content: 'From Ann' }),
      testApp.sue.post(thread(elmwood), { content: 'From Sue' }),
    ])
    const emails = (await testApp.mail()).slice(before)
    expect(emails.map(({ to }) => to).toSorted()).toEqual(['eve@example.com', 'sam@example.com'])
    const notices = await testApp.db.rows(typed(
      z.object({ person: z.string(), actor: z.string(), folder: z.string() }),
    )`
      select user_id as person, actor_id as actor, client_folder_id as folder from notifications
      where client_folder_id in (${acme}, ${elmwood}) and kind = 'messages'`)
    expect(notices).toContainEqual({ person: testApp.people.sam.id, actor: testApp.people.ann.id, folder: acme })
    expect(notices).toContainEqual({ person: testApp.people.eve.id, actor: testApp.people.sue.id, folder: elmwood })
    expect(notices).toHaveLength(2)
  })

  it('are refused individually: from a stranger, to an archived folder, and to an unknown folder', async () => {
    const [first = '', second = '', archived = ''] = folderIds
    await testApp.alice.patch(`/api/client-folders/${archived}`, { status: 'archived' })
    const content = 'Some of us'
    const answers = await Promise.all([
      testApp.sam.post(thread(first), { content }),
      testApp.sue.post(thread(second), { content }),
      testApp.sam.post(thread(archived), { content }),
      testApp.sam.post(thread('01890000-0000-7000-8000-0000000000ff'), { content }),
      testApp.ann.post(thread(testApp.folders.elmwood.id), { content }),
      testApp.ann.post(thread(testApp.folders.acme.id), { content }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 404, 409, 404, 404, 201])
    expect((await messagesOf(content)).map(({ folder }) => folder).toSorted()).toEqual(
      [first, testApp.folders.acme.id].toSorted(),
    )
    await testApp.alice.patch(`/api/client-folders/${archived}`, { status: 'active' })
  })

  it('do not wait for a folder that is being changed', async () => {
    const [locked = '', ...others] = folderIds
    const release = await holding(`select from client_folders where id = '${locked}' for no key update`)
    const waiting = testApp.sam.post(thread(locked), { content: 'Delayed' })
    const answers = await Promise.all(others.map((id) => testApp.sam.post(thread(id), { content: 'Not waiting' })))
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 201))
    expect(await messagesOf('Delayed')).toEqual([])
    await release()
    expect((await waiting).status).toBe(201)
    expect(await messagesOf('Delayed')).toHaveLength(1)
  })

  it('are all stored in one folder', async () => {
    const [busy = ''] = folderIds
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => testApp.sam.post(thread(busy), { content: 'A busy thread' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(await messagesOf('A busy thread')).toHaveLength(8)
  })

  it('are stored although the database refuses one of them', async () => {
    await testApp.owner.run(sql`alter table messages add constraint no_boom check (content <> 'Boom')`)
    const contents = ['Kept', 'Boom', 'Kept', 'Kept']
    const answers = await Promise.all(
      contents.map((content, i) => testApp.sam.post(thread(folderIds[i] ?? ''), { content })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 500, 201, 201])
    expect(await messagesOf('Kept')).toHaveLength(3)
    expect(await messagesOf('Boom')).toEqual([])
    await testApp.owner.run(sql`alter table messages drop constraint no_boom`)
  })

  it('get a 503 and store nothing when the database is lost before the commit', async () => {
    const release = await holding('lock table audit_entries in exclusive mode')
    const sending = inAll('Lost on the way')
    const ended = () =>
      testApp.db.one(typed(z.object({ count: z.number() }))`
        select count(pg_terminate_backend(pid))::integer as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`)
    await expect.poll(async () => (await ended()).count).toBeGreaterThan(0)
    const answers = await sending
    await release()
    expect(answers.map(({ status }) => status)).toEqual(folderIds.map(() => 503))
    expect(await messagesOf('Lost on the way')).toEqual([])
  })
})

describe('idempotency keys of concurrent messages', () => {
  it('each retain their own reply, which a retry gets again', async () => {
    const keys = (place: number) => ({ 'idempotency-key': `at-once-${place}` })
    const first = await inAll('With a key', keys)
    expect(first.map(({ status }) => status)).toEqual(folderIds.map(() => 201))
    const again = await inAll('With a key', keys)
    expect(again.map(({ body }) => body)).toEqual(first.map(({ body }) => body))
    expect(again.map(({ headers }) => headers['idempotent-replayed'])).toEqual(folderIds.map(() => 'true'))
    expect(await messagesOf('With a key')).toHaveLength(folderIds.length)
  })

  it('used for several folders apply to one of them', async () => {
    const answers = await inAll('One key', () => ({ 'idempotency-key': 'one-for-all' }))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(folderIds.length - 1)
    // The first is still running, or is done and was a different request.
    for (const { body } of refused) expect(['running', 'key-reused']).toContain(body.code)
    expect(await messagesOf('One key')).toHaveLength(1)
  })
})
