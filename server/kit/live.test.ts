// A clock that is set back has nothing announced again.
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../../tests/world.ts'
import { liveSessions } from '../sessions/session-store.ts'
import { newId } from './id.ts'
import { openLive } from './live.ts'
import type { Session } from './session.ts'
import { typed } from './row-types.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

it('announces each change once, also when the clock is set back by an hour', { timeout: 60_000 }, async () => {
  const post = async (content: string) =>
    (await world.ann.post(`/api/client-folders/${world.folders.acme.id}/messages`, { content })).body.id as string
  // Written before the stream, and announced by nobody since.
  const before = newId()
  await world.db.run(sql`
    insert into live_events (id, at, type, entity_id, user_ids, roles)
    values (${newId()}, ${world.db.now}, 'messages', ${before}, array[]::uuid[], array['admin'])`)
  let now = Date.now() + 60_000
  const live = openLive(
    world.parts.address,
    () => world.db,
    world.parts.log,
    liveSessions,
    () => now,
  )
  let heard = ''
  const response = { write: (text: string) => void (heard += text), end: (text = '') => void (heard += text) }
  const { sessionId } = await world.db.one(
    typed(
      z.object({ sessionId: z.string() }),
    )`select id as "sessionId" from sessions where user_id = ${world.people.alice.id}`,
  )
  const alice = { ...world.people.alice, sessionId, viewer: null } as unknown as Session
  await live.start()
  try {
    live.open(alice, response as unknown as ServerResponse)
    const after = await post('While it is open')
    await expect.poll(() => heard).toContain(after)
    now -= 3_600_000
    // Two catch-ups.
    await wait(11_000)
    expect(heard.split(after)).toHaveLength(2)
    expect(heard).not.toContain(before)
  } finally {
    await live.stop()
  }
})
