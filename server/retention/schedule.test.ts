import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wish } from '../../tests/guards/rights.ts'
import { addDocument } from '../../tests/uploads.ts'
import { createWorld, type World } from '../../tests/world.ts'
import { closeAndRemove } from '../../tests/traces.ts'
import { typed } from '../kit/row-types.ts'

describe('I6, I7: the schedule', () => {
  let world: World
  let acme: string
  beforeAll(async () => {
    world = await createWorld()
    acme = world.folders.acme.id
  })
  afterAll(() => closeAndRemove(world))

  const due = async (query = '') => {
    const alice = await world.signIn(world.people.alice.id, 'admin')
    return (await alice.get(`/api/retention-due${query}`)).body as { class: string; count: number; held: number }[]
  }
  const purge = async () => {
    await world.db.rows(sql`select graphile_worker.add_job('purge-due')`)
    await world.runJobs()
  }
  const messagesLeft = () =>
    world.db.rows(typed(z.object({ folder: z.string() }))`select client_folder_id as folder from messages order by id`)

  it('keeps everything until somebody sets a time, and nothing for less than the law says', async () => {
    const { body: rules } = await world.alice.get('/api/retention-rules')
    expect(rules).toHaveLength(9)
    expect(rules.every(({ months }: { months: number | null }) => months === null)).toBe(true)
    const refused = await world.alice.put('/api/retention-rules/form-submissions', { months: 12 })
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'months'])
    for (const months of [0, -1, 1.5, 1201, '12'])
      expect((await world.alice.put('/api/retention-rules/messages', { months })).status).toBe(400)
    expect((await world.alice.put('/api/retention-rules/nothing', { months: 12 })).status).toBe(404)
    expect((await world.sam.put('/api/retention-rules/messages', { months: 12 })).status).toBe(404)
    expect((await world.sam.get('/api/retention-rules')).status).toBe(403)
  })

  it('takes what is due, and only that: a hold wins, an open folder keeps all', async () => {
    for (const folder of [acme, world.folders.elmwood.id, world.folders.ivans.id])
      await world.alice.post(`/api/client-folders/${folder}/messages`, { content: 'Old' })
    for (const folder of [acme, world.folders.elmwood.id])
      await world.alice.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    const { body: hold } = await world.alice.post(`/api/client-folders/${acme}/legal-holds`, { reason: 'A claim' })
    expect((await world.alice.put('/api/retention-rules/messages', { months: 24 })).body).toMatchObject({
      months: 24,
      version: 1,
    })
    expect((await due()).find((each) => each.class === 'messages')).toMatchObject({ count: 0, held: 0 })
    world.pass({ days: 740 })
    expect(await due('?class=messages')).toEqual([{ class: 'messages', months: 24, count: 1, held: 1 }])
    expect(await due('?class=messages&months=60')).toEqual([{ class: 'messages', months: 60, count: 0, held: 0 }])
    expect(await messagesLeft()).toHaveLength(3)
    await purge()
    expect((await messagesLeft()).map(({ folder }) => folder)).toEqual([acme, world.folders.ivans.id])
    expect((await world.trail()).at(-1)).toMatchObject({
      action: 'retention.purged',
      details: { class: 'messages', months: 24, counts: { messages: 1 } },
    })
    const before = (await world.trail()).length
    await purge()
    expect(await world.trail(), 'twice takes nothing more').toHaveLength(before)
    const alice = await world.signIn(world.people.alice.id, 'admin')
    expect((await alice.post(`/api/legal-holds/${hold.id}/release`, { releaseReason: 'Settled' })).body).toMatchObject({
      allowed: [],
    })
    await purge()
    expect((await messagesLeft()).map(({ folder }) => folder)).toEqual([world.folders.ivans.id])
  })

  it('takes files along with their rows, and requests that ended without a folder', async () => {
    const alice = await world.signIn(world.people.alice.id, 'admin')
    const lost = { name: 'Files', services: 'HR', assignedStaffId: world.people.sam.id }
    const { body: folder } = await alice.post('/api/client-folders', lost)
    const { body: document } = await addDocument(alice, folder.id)
    await alice.post(`/api/client-folders/${folder.id}/assignments`, {
      title: 'Read',
      description: 'It',
      documentId: document.id,
    })
    await alice.patch(`/api/client-folders/${folder.id}`, { status: 'archived' })
    const { body: request } = await world.visitor.post('/api/service-requests', wish)
    await alice.patch(`/api/service-requests/${request.id}/status`, { status: 'cancelled' })
    await alice.put('/api/retention-rules/documents', { months: 1 })
    await alice.put('/api/retention-rules/service-requests', { months: 1 })
    world.pass({ days: 40 })
    await purge()
    const again = await world.signIn(world.people.alice.id, 'admin')
    expect((await again.get(`/api/documents/${document.id}`)).status).toBe(404)
    expect((await again.get(`/api/service-requests/${request.id}`)).status).toBe(404)
    expect(await readdir(join(world.config.dataDir, 'files/objects/documents'))).toEqual([])
    expect((await again.get('/api/audit/verification')).body).toMatchObject({ whole: true })
  })
})
