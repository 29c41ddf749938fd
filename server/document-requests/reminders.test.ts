// Clients are reminded of requested documents three days before and the day after, each once, with one email per
// folder.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { daysAfter, officeDate, officeHour } from '../../domain/time.ts'
import { openEveryDay } from '../../tests/firm-settings.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { sendDocumentReminders } from './jobs.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
let alice: Caller
const testApps: TestApp[] = []
beforeEach(async () => {
  testApp = await createTestApp()
  await openEveryDay(testApp)
  testApps.push(testApp)
  // Ten in the morning at the office.
  testApp.pass({ hours: (34 - officeHour(testApp.db.now)) % 24 })
  alice = await testApp.signIn(testApp.people.alice.id, 'admin')
})
afterAll(async () => {
  for (const each of testApps) await each.close()
})

/** Sessions end overnight. */
const later = async (days: number) => {
  testApp.pass({ days })
  alice = await testApp.signIn(testApp.people.alice.id, 'admin')
}
const acme = () => `/api/client-folders/${testApp.folders.acme.id}`
const asked = async (dueIn: number | null, title = 'Handbook'): Promise<string> => {
  const dueDate = dueIn === null ? null : daysAfter(officeDate(testApp.db.now), dueIn)
  return (await alice.post(`${acme()}/document-requests`, { title, dueDate })).body.id
}
const reminded = async () =>
  (await testApp.mail()).map(({ subject }) => subject).filter((subject) => /Reminder|overdue/.test(subject))
const noted = (id: string) =>
  testApp.db.rows(typed(z.object({ kind: z.string(), sent: z.boolean() }))`
    select kind, sent from document_request_reminders where document_request_id = ${id} order by kind desc`)
const remind = () => sendDocumentReminders(testApp.db)

describe('document reminders', () => {
  it('are sent three days before and the day after, each once, with two instances', async () => {
    const id = await asked(10)
    await asked(null)
    const twin = await testApp.twin()
    for (let day = 0; day < 16; day++) {
      await Promise.all([remind(), sendDocumentReminders(twin.db), remind()])
      await later(1)
    }
    expect(await reminded()).toEqual([
      'Reminder: ProHR needs a document from you',
      'ProHR is waiting for an overdue document',
    ])
    expect(await noted(id)).toEqual([
      { kind: 'before-3', sent: true },
      { kind: 'after-1', sent: true },
    ])
    const auditLog = (await testApp.auditLog()).filter(({ action }) => action === 'document-request.reminded')
    expect(auditLog.map(({ actorId, entityId, details }) => [actorId, entityId, details])).toEqual([
      [null, id, { days: -3 }],
      [null, id, { days: 1 }],
    ])
  })

  it('are one email for everything due in the folder, without naming the documents', async () => {
    await asked(5, 'Payroll register')
    await asked(4, 'Form W-4')
    await asked(9)
    await later(2)
    await remind()
    expect(await reminded()).toEqual(['Reminder: ProHR needs a document from you'])
    expect((await testApp.mail()).at(-1)?.text).not.toMatch(/Payroll|W-4/)
  })

  it('are not sent on the day of the request, and not at night', async () => {
    await asked(2)
    await remind()
    expect(await reminded()).toEqual([])
    await later(3)
    testApp.pass({ hours: 12 })
    await remind()
    expect(await reminded()).toEqual([])
  })
})

describe('document reminders', () => {
  it('skip documents that were submitted, accepted, or cancelled', async () => {
    const ids = [await asked(4), await asked(4), await asked(4)]
    await alice.patch(`/api/document-requests/${ids[0]}/status`, { status: 'cancelled' })
    await testApp.db.run(sql`update document_requests set status = 'submitted' where id = ${ids[1]}`)
    await testApp.db.run(
      sql`update document_requests set status = 'completed', completed_at = now() where id = ${ids[2]}`,
    )
    await later(2)
    await remind()
    expect(await reminded()).toEqual([])
  })

  it('skip folders that are paused, archived, or without a client, and then only the latest is sent', async () => {
    const id = await asked(5)
    await alice.patch(acme(), { remindersPaused: true })
    await later(4)
    await remind()
    await alice.patch(acme(), { remindersPaused: false, status: 'archived' })
    await remind()
    await alice.patch(acme(), { status: 'active', clientId: null, reason: 'Ann left.' })
    await remind()
    expect(await reminded()).toEqual([])
    await later(3)
    await alice.patch(acme(), { clientId: testApp.people.ann.id, reason: 'Ann is back.' })
    await remind()
    await remind()
    expect(await reminded()).toEqual(['ProHR is waiting for an overdue document'])
    expect(await noted(id)).toEqual([
      { kind: 'before-3', sent: false },
      { kind: 'after-1', sent: true },
    ])
  })
})
