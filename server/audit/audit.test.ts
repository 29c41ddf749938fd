import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  for (const content of ['one', 'two', 'three'])
    await world.ann.post(`/api/client-folders/${world.folders.acme.id}/messages`, { content })
})
afterAll(() => world.close())

const verify = async () => (await world.alice.get('/api/audit/verification')).body

/** Does to the trail what only somebody with the keys of the database could do. */
async function tamper(statement: ReturnType<typeof sql>) {
  const client = await world.db.pool.connect()
  await client.query('begin; set local session_replication_role = replica')
  await client.query(statement)
  await client.query('commit')
  client.release()
}

describe('the trail', () => {
  it('is refused every change by the database itself', async () => {
    await expect(world.db.run(sql`update audit_entries set action = 'nothing'`)).rejects.toThrow('only ever added to')
    await expect(world.db.run(sql`delete from audit_entries`)).rejects.toThrow('only ever added to')
    await expect(world.db.run(sql`delete from audit_chain`)).rejects.toThrow('only ever added to')
  })

  it('of a folder is read by its team, newest first, and holds no text', async () => {
    const answer = await world.sam.get(`/api/client-folders/${world.folders.acme.id}/audit?limit=2`)
    expect(answer.body.map((line: { action: string }) => line.action)).toEqual(['message.sent', 'message.sent'])
    expect(answer.text).not.toMatch(/one|two|three/)
    expect(answer.body[0].actorName).toBe('Ann Keller')
  })

  it('is whole, until an entry is changed, which is found and named', async () => {
    expect(await verify()).toMatchObject({ whole: true, fault: null })
    const [entry] = await world.db.rows<{ id: string }>(sql`select id from audit_entries order by id limit 1`)
    await tamper(sql`update audit_entries set action = 'message.unsent' where id = ${entry?.id}`)
    expect(await verify()).toMatchObject({ whole: false, fault: expect.stringContaining(entry?.id ?? '?') })
    await tamper(sql`update audit_entries set action = 'message.sent' where id = ${entry?.id}`)
    expect((await verify()).whole).toBe(true)
  })

  it('is missed where it was cut off at its end', async () => {
    await world.ann.post(`/api/client-folders/${world.folders.acme.id}/messages`, { content: 'four' })
    const { entries } = await verify()
    const [last] = await world.db.rows<{ seq: number; id: string; hash: Buffer }>(sql`
      select seq, entry_id as id, hash from audit_chain order by seq desc limit 1`)
    await tamper(sql`
      with link as (delete from audit_chain where seq = ${last?.seq} returning entry_id),
        entry as (delete from audit_entries where id in (select entry_id from link) returning *)
      insert into portal_facts (name, value) select 'cut', to_jsonb(entry) from entry`)
    expect(await verify()).toMatchObject({
      whole: false,
      fault: `The trail is cut off: it ended with link ${entries}.`,
    })
    await tamper(sql`
      with put_back as (insert into audit_entries select (jsonb_populate_record(null::audit_entries, value)).* from portal_facts where name = 'cut' returning id)
      insert into audit_chain (seq, entry_id, hash) select ${last?.seq}, id, ${last?.hash} from put_back`)
    expect(await verify()).toMatchObject({ whole: true, entries })
  })

  it('misses a removed entry, a removed link, and one that was slipped in', async () => {
    const [second] = await world.db.rows<{ seq: number; entryId: string }>(sql`
      select seq, entry_id as "entryId" from audit_chain order by seq offset 1 limit 1`)
    await tamper(sql`update audit_chain set seq = 999999 where seq = ${second?.seq}`)
    expect((await verify()).fault).toBe('Link 2 is missing.')
    await tamper(sql`update audit_chain set seq = 2 where seq = 999999`)
    await tamper(sql`
      insert into audit_entries (id, at, action, entity_type) values ('01890000-0000-7000-8000-00000000beef', now(), 'message.sent', 'messages')`)
    expect((await verify()).fault).toBe('1 entries are in no chain.')
    await tamper(sql`delete from audit_entries where id = '01890000-0000-7000-8000-00000000beef'`)
    await tamper(sql`delete from audit_entries where id = ${second?.entryId}`)
    expect((await verify()).whole).toBe(false)
  })
})
