// Reminders of proposals, assignments, service requests, and unanswered messages: each step is sent once, on office days.
import sql from 'sql-template-tag'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isReminderHour } from '../../domain/invoice-reminder.ts'
import { officeHour } from '../../domain/time.ts'
import { requestInput } from '../../tests/architecture/request-input.ts'
import { saveSettings } from '../../tests/firm-settings.ts'
import { dayIn, openOnMonday, remindersOf, sendReminders, signInAgain } from '../../tests/follow-ups.ts'
import { sentProposal, setProposalStatus } from '../../tests/proposals.ts'
import type { TestApp } from '../../tests/test-app.ts'
import { sendAssignmentReminders } from '../assignments/jobs.ts'
import { typed } from '../kit/row-types.ts'
import { sendMessageReminders } from '../messages/jobs.ts'
import { sendProposalReminders } from '../proposals/jobs.ts'
import { sendRequestReminders } from '../service-requests/jobs.ts'

let testApp: TestApp
const started: TestApp[] = []
beforeEach(async () => {
  testApp = await openOnMonday()
  started.push(testApp)
})
afterAll(async () => {
  for (const each of started) await each.close()
})

const acme = (rest = '') => `/api/client-folders/${testApp.folders.acme.id}${rest}`
const later = async (time: Parameters<TestApp['pass']>[0]) => {
  testApp.pass(time)
  await signInAgain(testApp)
}

/** Jobs outside of them send nothing, which the domain’s tests show. */
const isOfficeHour = () => isReminderHour(officeHour(testApp.db.now))

/** The emails whose subject contains the words: recipients and subjects. */
const emails = async (words: string) =>
  (await testApp.mail())
    .filter(({ subject }) => subject.includes(words))
    .map(({ to, subject }) => `${to.replace('@example.com', '')}: ${subject.slice(subject.indexOf(words))}`)

const steps = () =>
  testApp.db.rows(
    typed(z.object({ kind: z.string(), step: z.string(), sent: z.boolean() }))`
      select kind, step, sent from follow_ups order by at, sent, step`,
  )

async function assignment(dueIn: number): Promise<string> {
  const given = { title: 'Collect W-4 forms', description: 'All of them.', dueDate: dayIn(testApp, dueIn) }
  return (await testApp.sam.post(acme('/assignments'), given)).body.id
}

const request = async (): Promise<string> => (await testApp.visitor.post('/api/service-requests', requestInput)).body.id

describe('reminders of a proposal without a response', () => {
  it('go to the client three days before the last day, and to the team the day after it, once each', async () => {
    await sentProposal(testApp, { validUntil: dayIn(testApp, 4) })
    const twin = await testApp.twin()
    const sent: string[][] = []
    for (let day = 0; day <= 10; day++) {
      for (let run = 0; day === 1 && run < 24; run++) await sendProposalReminders(run % 2 === 0 ? testApp.db : twin.db)
      await Promise.all([
        sendProposalReminders(testApp.db),
        sendProposalReminders(twin.db),
        sendProposalReminders(testApp.db),
      ])
      sent.push(await emails('proposal'))
      testApp.pass({ days: 1 })
    }
    expect(sent[0]).toEqual(['ann: proposal'])
    expect(sent[1]?.slice(1)).toEqual(['ann: proposal from ProHR expires in 3 days'])
    // It expires on Friday.
    expect(sent[6]).toHaveLength(2)
    expect(sent[7]?.slice(2)).toEqual(['sam: proposal expired without a response'])
    expect(sent[10]).toEqual(sent[7])
    expect(await steps()).toMatchObject([
      { step: 'before-3', sent: true },
      { step: 'after-1', sent: true },
    ])
  })

  it('go to administrators instead of a lead who doesn’t see money, and to members who do', async () => {
    await sentProposal(testApp, { validUntil: dayIn(testApp, 1) })
    await testApp.alice.post(acme('/members'), { userId: testApp.people.sue.id })
    await testApp.db.run(sql`update users set staff_access = 'assistant' where id = ${testApp.people.sam.id}`)
    testApp.pass({ days: 2 })
    await sendProposalReminders(testApp.db)
    expect((await emails('proposal expired')).toSorted()).toEqual([
      'alice: proposal expired without a response',
      'mona: proposal expired without a response',
      'sue: proposal expired without a response',
    ])
    await sendProposalReminders(testApp.db)
    expect(await emails('proposal expired')).toHaveLength(3)
  })

  it('stop when the client responds or the team withdraws it', async () => {
    const urls = [
      await sentProposal(testApp, { validUntil: dayIn(testApp, 3) }),
      await sentProposal(testApp, { validUntil: dayIn(testApp, 3) }),
    ] as const
    expect((await setProposalStatus(testApp.ann, urls[0], 'rejected')).status).toBe(200)
    expect((await setProposalStatus(testApp.sam, urls[1], 'withdrawn')).status).toBe(200)
    testApp.pass({ days: 7 })
    await sendProposalReminders(testApp.db)
    expect(await steps()).toEqual([])
  })

  it('are one after five missed days, about the latest step, and none after two weeks', async () => {
    await sentProposal(testApp, { validUntil: dayIn(testApp, 4) })
    testApp.pass({ days: 7 })
    await sendProposalReminders(testApp.db)
    expect(await emails('proposal ')).toEqual(['sam: proposal expired without a response'])
    expect(await steps()).toMatchObject([
      { step: 'before-3', sent: false },
      { step: 'after-1', sent: true },
    ])
    await later({})
    await sentProposal(testApp, { validUntil: dayIn(testApp, 4) })
    testApp.pass({ days: 21 })
    await sendProposalReminders(testApp.db)
    expect(await steps()).toHaveLength(2)
  })
})

describe('reminders of an assignment', () => {
  it('go to the client two days before the due date and the day after, with one email per folder', async () => {
    const ids = [await assignment(3), await assignment(3)]
    await testApp.sam.patch(`/api/assignments/${await assignment(3)}/status`, { status: 'completed' })
    const twin = await testApp.twin()
    for (let day = 0; day <= 7; day++) {
      await Promise.all([
        sendAssignmentReminders(testApp.db),
        sendAssignmentReminders(twin.db),
        sendAssignmentReminders(testApp.db),
      ])
      await sendAssignmentReminders(twin.db)
      testApp.pass({ days: 1 })
    }
    expect(await emails('assignments are')).toEqual(['ann: assignments are due soon', 'ann: assignments are past due'])
    const reminded = (await remindersOf(testApp)).map(([, id]) => id)
    expect(reminded.toSorted()).toEqual([...ids, ...ids].toSorted())
  })

  it('start again for another due date, and wait while the folder is paused or archived', async () => {
    const id = await assignment(2)
    await later({ days: 3 })
    await testApp.alice.patch(acme(), { remindersPaused: true })
    await sendAssignmentReminders(testApp.db)
    expect(await steps()).toEqual([])
    await testApp.alice.patch(acme(), { remindersPaused: false, status: 'archived' })
    await sendAssignmentReminders(testApp.db)
    expect(await steps()).toEqual([])
    await testApp.alice.patch(acme(), { status: 'active' })
    await sendAssignmentReminders(testApp.db)
    expect(await emails('assignment is')).toEqual(['ann: assignment is past due'])
    const { body } = await testApp.sam.get(`/api/assignments/${id}`)
    const { title, description } = body
    const moved = await testApp.sam.put(`/api/assignments/${id}`, { title, description, dueDate: dayIn(testApp, 1) })
    expect(moved.status, moved.text).toBe(200)
    await later({ days: 4 })
    await sendAssignmentReminders(testApp.db)
    expect(await emails('assignment is')).toEqual(['ann: assignment is past due', 'ann: assignment is past due'])
  })
})

describe('reminders of a service request that no one has accepted', () => {
  it('go to everyone who can accept it after 20 hours, and to administrators after 24, once each', async () => {
    const id = await request()
    await testApp.db.run(sql`update users set staff_access = 'assistant' where id = ${testApp.people.sue.id}`)
    const twin = await testApp.twin()
    const sent: string[][] = []
    for (let hour = 0; hour <= 48; hour++) {
      if (isOfficeHour()) await Promise.all([sendRequestReminders(testApp.db), sendRequestReminders(twin.db)])
      sent.push(await emails('a service request'))
      testApp.pass({ hours: 1 })
    }
    const first = ['alice', 'mona', 'sam'].map((name) => `${name}: a service request is waiting`)
    // At 8:00 on Tuesday, and at 11:00, the first full hour after 24 hours.
    expect(sent[21]).toEqual([])
    expect(sent[22]?.toSorted()).toEqual(first)
    expect(sent[24]?.toSorted()).toEqual(first)
    const second = ['alice', 'mona'].map((name) => `${name}: a service request is past 24 hours`)
    expect(sent[25]?.filter((each) => each.includes('past')).toSorted()).toEqual(second)
    expect(sent[48]).toHaveLength(5)
    expect(await remindersOf(testApp)).toEqual([
      ['service-requests', id],
      ['service-requests', id],
    ])
  })

  it('go to those who work in the client folder that the request is from, and to no one else on the team', async () => {
    const input = { services: ['talent-acquisition'], needsDescription: 'Two machinists by spring.' }
    expect((await testApp.ann.post(acme('/service-requests'), input)).status).toBe(201)
    testApp.pass({ hours: 22 })
    await sendRequestReminders(testApp.db)
    // Sue is a consultant as well.
    const people = ['alice', 'mona', 'sam'].map((name) => `${name}: a service request is waiting`)
    expect((await emails('a service request is')).toSorted()).toEqual(people)
  })

  it('are one for both steps after a weekend, and none once someone accepts it or if it may be spam', async () => {
    testApp.pass({ days: 4, hours: 8 })
    await request()
    await request()
    await testApp.db.run(sql`delete from rate_limits`)
    await testApp.visitor.post('/api/service-requests', { ...requestInput, decoy: 'Cheap watches' })
    const accepted = await request()
    await later({ days: 1 })
    const { status } = await testApp.sam.patch(`/api/service-requests/${accepted}/status`, { status: 'in-progress' })
    expect(status).toBe(200)
    await sendRequestReminders(testApp.db)
    expect(await steps()).toEqual([])
    testApp.pass({ days: 1, hours: 16 })
    await sendRequestReminders(testApp.db)
    await sendRequestReminders(testApp.db)
    const late = ['alice', 'mona', 'sam', 'sue'].map((name) => `${name}: 2 service requests are past 24 hours`)
    expect((await emails('2 service requests')).toSorted()).toEqual(late)
    expect((await steps()).map(({ sent }) => sent)).toEqual([false, false, true, true])
  })
})

describe('reminders of a message without a reply', () => {
  const write = async () => {
    expect((await testApp.ann.post(acme('/messages'), { content: 'When do we start?' })).status).toBe(201)
  }
  const sent = () => emails('message needs a reply')

  it('go to the consultant and who covers after 20 hours, and to administrators after 24, once for a thread', async () => {
    const cover = { colleagueId: testApp.people.sue.id, startsOn: dayIn(testApp, 0), endsOn: dayIn(testApp, 9) }
    expect((await testApp.sam.post('/api/staff-covers', cover)).status).toBe(201)
    await write()
    await later({ hours: 1 })
    await write()
    const twin = await testApp.twin()
    for (let hour = 0; hour <= 40; hour++) {
      if (isOfficeHour()) await Promise.all([sendMessageReminders(testApp.db), sendMessageReminders(twin.db)])
      testApp.pass({ hours: 1 })
    }
    expect((await sent()).map((each) => each.split(':')[0])).toEqual(['sam', 'sue', 'mona', 'alice'])
    expect(await remindersOf(testApp)).toHaveLength(2)
  })

  it('stop when someone replies or marks it as needing no reply', async () => {
    await write()
    await later({ hours: 19 })
    expect((await testApp.sam.post(acme('/messages'), { content: 'On Monday.' })).status).toBe(201)
    testApp.pass({ hours: 10 })
    await sendMessageReminders(testApp.db)
    await signInAgain(testApp)
    await write()
    const [thread] = (await testApp.sam.get('/api/unanswered-threads')).body
    const aside = await testApp.sam.post(acme('/messages/set-aside'), { lastMessageId: thread.lastMessageId })
    expect(aside.status, aside.text).toBe(200)
    testApp.pass({ hours: 24 })
    await sendMessageReminders(testApp.db)
    expect(await sent()).toEqual([])
  })
})

describe('a holiday', () => {
  it('has no reminders of any kind; they are sent once on the next office day', async () => {
    await saveSettings(testApp, {
      officeHours: { days: Array(7).fill(null), holidays: [{ date: dayIn(testApp, 1), name: 'Founders’ Day' }] },
    })
    await sentProposal(testApp, { validUntil: dayIn(testApp, 4) })
    await assignment(3)
    await request()
    await testApp.ann.post(acme('/messages'), { content: 'Hello' })
    testApp.pass({ days: 1 })
    await sendReminders(testApp.db)
    expect(await remindersOf(testApp)).toEqual([])
    testApp.pass({ days: 1 })
    for (let run = 0; run < 2; run++) await sendReminders(testApp.db)
    expect((await remindersOf(testApp)).map(([kind]) => kind).toSorted()).toEqual([
      'assignments',
      'messages',
      'proposals',
      'service-requests',
    ])
  })
})
