// The audit log is append-only, and every change to it is detected.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { IdRow, typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  for (const content of ['one', 'two', 'three'])
    await testApp.ann.post(`/api/client-folders/${testApp.folders.acme.id}/messages`, { content })
})
afterAll(() => testApp.close())

const verify = async () => (await testApp.alice.get('/api/audit/verification')).body

/** Tampers with the audit log as a database superuser could. */
async function tamper(statement: ReturnType<typeof sql>) {
  const client = await testApp.owner.pool.connect()
  await client.query('begin; set local session_replication_role = replica')
  await client.query(statement)
  await client.query('commit')
  client.release()
}

/** Recomputes each link without a key, as an attacker could: SHA-256 of the previous link and the entry. */
const rewriting = sql`
  with recursive text as (
    select l.seq, jsonb_build_array(e.id, iso(e.at), e.actor_id, e.action, e.entity_type, e.entity_id, e.client_folder_id, e.address,
      e.request_id, e.details)::text as text
    from audit_links l join audit_entries e on e.id = l.entry_id
  ), chain as (
    select t.seq, sha256(decode(repeat('00', 32), 'hex') || convert_to(t.text, 'UTF8')) as hash from text t where t.seq = 1
    union all
    select t.seq, sha256(c.hash || convert_to(t.text, 'UTF8')) from chain c join text t on t.seq = c.seq + 1
  )
  update audit_links l set hash = c.hash from chain c where c.seq = l.seq`

describe('I2: the audit log', () => {
  it('the database refuses every change to an entry', async () => {
    for (const statement of [
      sql`update audit_entries set action = 'nothing'`,
      sql`update audit_links set seq = seq`,
      sql`update audit_chain set seq = seq`,
      sql`delete from audit_entries`,
      sql`delete from audit_links`,
      sql`delete from audit_chain`,
      sql`truncate audit_entries, audit_links, audit_chain`,
    ]) {
      await expect(testApp.db.run(statement), statement.sql).rejects.toThrow('permission denied')
      await expect(testApp.owner.run(statement), statement.sql).rejects.toThrow('append-only')
    }
  })

  it("the team reads a folder's audit log, newest first and without message text", async () => {
    const answer = await testApp.sam.get(`/api/client-folders/${testApp.folders.acme.id}/audit?limit=2`)
    expect(answer.body.map((line: { action: string }) => line.action)).toEqual(['message.sent', 'message.sent'])
    expect(answer.text).not.toMatch(/one|two|three/)
    expect(answer.body[0].actorName).toBe('Ann Keller')
  })

  it('verifies until an entry is changed, and names the changed entry', async () => {
    expect(await verify()).toMatchObject({ whole: true, fault: null })
    const [entry] = await testApp.db.rows(typed(IdRow)`select id from audit_entries order by id limit 1`)
    await tamper(sql`update audit_entries set action = 'message.unsent' where id = ${entry?.id}`)
    expect(await verify()).toMatchObject({ whole: false, fault: expect.stringContaining(entry?.id ?? '?') })
    await tamper(sql`update audit_entries set action = 'message.sent' where id = ${entry?.id}`)
    expect((await verify()).whole).toBe(true)
  })

  it('detects that the end was cut off', async () => {
    await testApp.ann.post(`/api/client-folders/${testApp.folders.acme.id}/messages`, { content: 'four' })
    const { entries } = await verify()
    const [last] = await testApp.db.rows(typed(
      z.object({ seq: z.number(), id: z.string(), keyId: z.string(), hash: z.instanceof(Buffer) }),
    )`
      select seq, entry_id as id, key_id as "keyId", hash from audit_links order by seq desc limit 1`)
    await tamper(sql`
      with link as (delete from audit_links where seq = ${last?.seq} returning entry_id),
        entry as (delete from audit_entries where id in (select entry_id from link) returning *)
      insert into portal_facts (name, value) select 'cut', to_jsonb(entry) from entry`)
    expect(await verify()).toMatchObject({
      whole: false,
      fault: `The end of the audit log is missing: the last recorded link was ${entries}.`,
    })
    await tamper(sql`
      with put_back as (insert into audit_entries select (jsonb_populate_record(null::audit_entries, value)).* from portal_facts where name = 'cut' returning id)
      insert into audit_links (seq, entry_id, key_id, hash) select ${last?.seq}, id, ${last?.keyId}, ${last?.hash} from put_back`)
    expect(await verify()).toMatchObject({ whole: true, entries })
  })

  it('detects that the end was cut off even after new entries were written', async () => {
    const [last] = await testApp.db.rows(typed(
      z.object({ seq: z.number(), id: z.string(), keyId: z.string(), hash: z.instanceof(Buffer) }),
    )`
      select seq, entry_id as id, key_id as "keyId", hash from audit_links order by seq desc limit 1`)
    await tamper(sql`delete from audit_links where seq = ${last?.seq}`)
    await testApp.ann.post(`/api/client-folders/${testApp.folders.acme.id}/messages`, { content: 'five' })
    expect(await verify()).toMatchObject({ whole: false, fault: `Link ${last?.seq} is missing.` })
    await tamper(
      sql`insert into audit_links (seq, entry_id, key_id, hash) values (${last?.seq}, ${last?.id}, ${last?.keyId}, ${last?.hash})`,
    )
    expect(await verify()).toMatchObject({ whole: true })
  })

  it('detects a rewrite of all entries after a changed one with the keyless rule', async () => {
    const [changed] = await testApp.db.rows(typed(z.object({ seq: z.number(), id: z.string() }))`
      select seq, entry_id as id from audit_links order by seq offset 1 limit 1`)
    const [links, facts] = [
      await testApp.db.rows(
        typed(
          z.object({ seq: z.number(), hash: z.string() }),
        )`select seq, encode(hash, 'hex') as hash from audit_links order by seq`,
      ),
      await testApp.db.rows(
        typed(
          z.object({ name: z.string(), value: z.unknown() }),
        )`select name, value from portal_facts where name like 'audit-log%'`,
      ),
    ]
    const before = await testApp.db.one(
      typed(z.object({ address: z.string() }))`select address from audit_entries where id = ${changed?.id}`,
    )
    await tamper(sql`update audit_entries set address = '10.9.9.9' where id = ${changed?.id}`)
    await tamper(rewriting)
    await tamper(sql`
      update portal_facts set value = (select jsonb_build_object('seq', seq, 'hash', encode(hash, 'hex')) from audit_links order by seq desc limit 1)
      where name = 'audit-log-head'`)
    expect(await verify()).toMatchObject({
      whole: false,
      fault: expect.stringContaining('was changed after it was recorded'),
    })
    await tamper(sql`update audit_entries set address = ${before.address} where id = ${changed?.id}`)
    await tamper(sql`
      update audit_links l set hash = decode(r.hash, 'hex')
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r(seq bigint, hash text) where r.seq = l.seq`)
    for (const { name, value } of facts)
      await tamper(sql`update portal_facts set value = ${JSON.stringify(value)}::jsonb where name = ${name}`)
    expect((await verify()).whole).toBe(true)
  })

  it('is verified in parts that report their progress', async () => {
    const first = (await testApp.alice.get('/api/audit/verification?part=0')).body
    expect(first).toMatchObject({ whole: null, fault: null, next: expect.any(String) })
    expect(first.entries).toBe(first.of)
    const second = (await testApp.alice.get(`/api/audit/verification?part=${first.next}`)).body
    expect(second).toMatchObject({ whole: true, entries: first.of, next: null })
    for (const odd of ['-1', '1.5', 'x', '', `0' or 1=1`])
      expect((await testApp.alice.get(`/api/audit/verification?part=${encodeURIComponent(odd)}`)).status).toBe(400)
    expect((await testApp.alice.get('/api/audit/verification?part=999999999')).body.whole).toBe(null)
  })

  it('detects a removed entry, a removed link, and an inserted entry', async () => {
    const [second] = await testApp.db.rows(typed(z.object({ seq: z.number(), entryId: z.string() }))`
      select seq, entry_id as "entryId" from audit_links order by seq offset 1 limit 1`)
    await tamper(sql`update audit_links set seq = 999999 where seq = ${second?.seq}`)
    expect((await verify()).fault).toBe('Link 2 is missing.')
    await tamper(sql`update audit_links set seq = 2 where seq = 999999`)
    await tamper(sql`
      insert into audit_entries (id, at, action, entity_type) values ('01890000-0000-7000-8000-00000000beef', now(), 'message.sent', 'messages')`)
    expect(await verify()).toMatchObject({
      fault: expect.stringContaining('is not in the hash chain'),
      entryId: expect.stringContaining('beef'),
    })
    await tamper(sql`delete from audit_entries where id = '01890000-0000-7000-8000-00000000beef'`)
    await tamper(sql`delete from audit_entries where id = ${second?.entryId}`)
    expect((await verify()).whole).toBe(false)
  })
})

describe('the chain of an earlier release', () => {
  /** Puts the audit log back to its state before links had a key. */
  async function earlier() {
    const of = await createTestApp()
    for (const content of ['one', 'two', 'three'])
      await of.ann.post(`/api/client-folders/${of.folders.acme.id}/messages`, { content })
    await of.db.run(sql`
      with recursive text as (
        select row_number() over (order by e.id) as seq, e.id, jsonb_build_array(e.id, iso(e.at), e.actor_id, e.action, e.entity_type,
          e.entity_id, e.client_folder_id, e.address, e.request_id, e.details)::text as text
        from audit_entries e
      ), chain as (
        select t.seq, t.id, sha256(decode(repeat('00', 32), 'hex') || convert_to(t.text, 'UTF8')) as hash from text t where t.seq = 1
        union all
        select t.seq, t.id, sha256(c.hash || convert_to(t.text, 'UTF8')) from chain c join text t on t.seq = c.seq + 1
      )
      insert into audit_chain (seq, entry_id, hash) select seq, id, hash from chain`)
    await of.db.run(sql`delete from audit_pending`)
    return of
  }
  const wholeOf = async (of: TestApp) => (await of.alice.get('/api/audit/verification')).body

  it('is verified by its own rule, linked once with the key, and the relinking is audited', async () => {
    const of = await earlier()
    try {
      const before = await of.db.rows(sql`select * from audit_chain order by seq`)
      expect(await wholeOf(of)).toMatchObject({ whole: true, fault: null })
      expect(await wholeOf(of)).toMatchObject({ whole: true, entries: before.length + 1 })
      const noted = (await of.auditLog()).filter(({ action }) => action === 'audit-log.relinked')
      expect(noted.map(({ details }) => details)).toEqual([{ entries: before.length, rule: 'hmac-sha256' }])
      expect(await of.db.rows(sql`select * from audit_chain order by seq`)).toEqual(before)
    } finally {
      await of.close()
    }
  })

  it('is not relinked when it is broken, and keeps reporting where it breaks', async () => {
    const of = await earlier()
    try {
      const client = await of.owner.pool.connect()
      await client.query('begin; set local session_replication_role = replica')
      await client.query(
        "update audit_entries set address = '10.9.9.9' where id = (select entry_id from audit_chain where seq = 2)",
      )
      await client.query('commit')
      client.release()
      for (const _ of [1, 2])
        expect(await wholeOf(of)).toMatchObject({
          whole: false,
          fault: expect.stringMatching(/keyed hash chain: Entry .* \(link 2\) was changed/),
        })
      expect((await of.auditLog()).filter(({ action }) => action === 'audit-log.relinked')).toEqual([])
    } finally {
      await of.close()
    }
  })
})
