// Setting the clock back must not publish a change twice, and a reader that stopped reading must not fill the memory.
import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { liveSessions } from '../sessions/session-store.ts'
import { newId } from './id.ts'
import { openLive } from './live.ts'
import type { Session } from './session.ts'
import { typed } from './row-types.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

it('publishes each change once, even when the clock is set back by an hour', async () => {
  const post = async (content: string) =>
    (await testApp.ann.post(`/api/client-folders/${testApp.folders.acme.id}/messages`, { content })).body.id as string
  // Written before the stream opened, and not yet published.
  const before = newId()
  await testApp.db.run(sql`
    insert into live_events (id, at, type, entity_id, user_ids, roles)
    values (${newId()}, ${testApp.db.now}, 'messages', ${before}, array[]::uuid[], array['admin'])`)
  let now = Date.now() + 60_000
  const live = openLive(
    testApp.context.address,
    () => testApp.db,
    testApp.context.log,
    liveSessions,
    () => now,
  )
  let received = ''
  const response = { write: (text: string) => void (received += text), end: (text = '') => void (received += text) }
  const { sessionId } = await testApp.db.one(
    typed(
      z.object({ sessionId: z.string() }),
    )`select id as "sessionId" from sessions where user_id = ${testApp.people.alice.id}`,
  )
  const alice = { ...testApp.people.alice, sessionId, viewer: null } as unknown as Session
  await live.start()
  try {
    live.open(alice, response as unknown as ServerResponse)
    const after = await post('While it is open')
    await expect.poll(() => received).toContain(after)
    now -= 3_600_000
    // Two catch-up intervals.
    await wait(11_000)
    expect(received.split(after)).toHaveLength(2)
    expect(received).not.toContain(before)
  } finally {
    await live.stop()
  }
})

it('closes a stream whose reader left more than a megabyte unread, and no other', async () => {
  const live = openLive(
    testApp.context.address,
    () => testApp.db,
    testApp.context.log,
    async (_reader, ids) => {
      return new Set(ids)
    },
  )
  const stalled = new Writable({ write() {} })
  const read = new Writable({ write: (_chunk, _encoding, done) => done() })
  const alice = { ...testApp.people.alice, sessionId: newId(), viewer: null } as unknown as Session
  const publish = async () => {
    const id = newId()
    await testApp.db.run(sql`
      insert into live_events (id, at, type, user_ids, roles)
      values (${id}, ${testApp.db.now}, repeat('x', 700000), array[]::uuid[], array[${alice.role}])`)
    live.publish([id])
  }
  await live.start()
  try {
    live.open(alice, stalled as ServerResponse)
    live.open(alice, read as ServerResponse)
    await publish()
    await expect.poll(() => stalled.writableLength).toBeGreaterThan(700_000)
    expect([stalled.destroyed, live.listeners]).toEqual([false, 2])
    await publish()
    await expect.poll(() => stalled.destroyed).toBe(true)
    expect([read.destroyed, live.listeners]).toEqual([false, 1])
  } finally {
    await live.stop()
  }
})
