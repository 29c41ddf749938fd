// Searching and exporting the full audit log.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../domain/audit-log.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  for (const content of ['one', 'two', 'three', 'four'])
    await testApp.ann.post(`/api/client-folders/${testApp.folders.acme.id}/messages`, { content })
})
afterAll(() => testApp.close())

describe('the full audit log', () => {
  const found = async (query: string) => (await testApp.alice.get(`/api/audit?${query}`)).body as AuditEntry[]

  it('can be searched by person, subject, action, and folder', async () => {
    const { acme } = testApp.folders
    const sent = await found(`actorId=${testApp.people.ann.id}&action=message.sent&clientFolderId=${acme.id}`)
    expect(sent.length).toBeGreaterThan(2)
    expect(sent[0]).toMatchObject({
      actorName: 'Ann Keller',
      entityType: 'messages',
      clientFolderName: acme.name,
      address: '127.0.0.1',
    })
    expect(await found(`actorId=${testApp.people.sue.id}&action=message.sent`)).toEqual([])
    expect(await found('entityType=invoices')).toEqual([])
    expect((await found(`entityId=${sent[0]?.entityId}`)).map(({ id }) => id)).toEqual([sent[0]?.id])
  })

  it('can be searched by office days, both ends included', async () => {
    const today = officeDate(testApp.db.now)
    const all = await found('limit=200')
    expect(all.length).toBeGreaterThan(3)
    expect(await found(`limit=200&from=${today}&to=${today}`)).toEqual(all)
    expect(await found(`to=${daysAfter(today, -1)}`)).toEqual([])
    expect(await found(`from=${daysAfter(today, 1)}`)).toEqual([])
    expect(await found('from=1900-01-01&to=1900-01-02')).toEqual([])
    expect(await found('from=2999-12-31')).toEqual([])
    expect((await testApp.alice.get('/api/audit?from=yesterday')).status).toBe(400)
  })

  it('names the subject and the people of each entry', async () => {
    const { acme } = testApp.folders
    await testApp.alice.patch(`/api/client-folders/${acme.id}`, { assignedStaffId: testApp.people.sue.id })
    const [entry] = await found(`entityId=${acme.id}&action=client-folder.changed`)
    expect(entry).toMatchObject({
      subject: acme.name,
      people: { [testApp.people.sam.id]: 'Sam Carter', [testApp.people.sue.id]: 'Sue Bennett' },
    })
    await testApp.alice.patch(`/api/client-folders/${acme.id}`, { assignedStaffId: testApp.people.sam.id })
  })

  it('lists each action and subject type it contains once', async () => {
    const { actions, entityTypes } = (await testApp.alice.get('/api/audit/words')).body
    expect(actions).toEqual(expect.arrayContaining(['message.sent', 'client-folder.changed']))
    expect(new Set(actions).size).toBe(actions.length)
    expect(entityTypes).toContain('messages')
  })

  it('exports completely to CSV without formulas, and audits the export', async () => {
    const name = '=HYPERLINK("http://evil.example")'
    await testApp.alice.patch(`/api/client-folders/${testApp.folders.elmwood.id}`, { name })
    const before = (await testApp.auditLog()).length
    const file = await testApp.alice.get('/api/audit/csv?entityType=client-folders')
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
    expect(file.headers['content-disposition']).toContain('audit log.csv')
    const lines = file.text.trimEnd().split('\r\n')
    expect(lines[0]).toContain('Time (UTC),Date (ET)')
    expect(lines).toHaveLength(1 + (await found('limit=200&entityType=client-folders')).length)
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    const auditLog = await testApp.auditLog()
    expect(auditLog).toHaveLength(before + 1)
    expect(auditLog.at(-1)).toMatchObject({ action: 'audit.exported', details: { entityType: 'client-folders' } })
  })

  it('exports more than one page to CSV', async () => {
    await testApp.db.run(sql`
      insert into audit_entries (id, at, action, entity_type)
      select gen_random_uuid(), now(), 'portal.counted', 'portal' from generate_series(1, 1203)`)
    const file = await testApp.alice.get('/api/audit/csv?action=portal.counted')
    expect(file.text.trimEnd().split('\r\n')).toHaveLength(1204)
  })

  it.each(['/api/audit', '/api/audit/csv', '/api/audit/words', '/api/audit/verification'])(
    'refuses %s to everyone else',
    async (path) => {
      for (const name of ['sam', 'ann'] as const) expect((await testApp[name].get(path)).status, name).toBe(403)
      expect((await testApp.visitor.get(path)).status).toBe(401)
    },
  )
})
