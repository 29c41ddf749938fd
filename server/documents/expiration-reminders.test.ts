// Documents that expire: reminders 60, 30, and 7 days before and on the day, to the consultant, and to the client where
// the document says so.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { contactIn } from '../../tests/contacts.ts'
import { pdf } from '../../tests/samples.ts'
import { openEveryDay } from '../../tests/firm-settings.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { addDocument, registration, upload } from '../../tests/uploads.ts'
import { sendExpirationReminders } from './expiration-reminders.ts'

let testApp: TestApp
let twin: TestApp['db']
let acme: string
const started: TestApp[] = []
beforeEach(async () => {
  testApp = await createTestApp({}, { atHour: 8 })
  await openEveryDay(testApp)
  twin = (await testApp.twin()).db
  acme = testApp.folders.acme.id
  started.push(testApp)
})
afterAll(async () => {
  for (const each of started) await each.close()
})

const inDays = (days: number) => daysAfter(officeDate(testApp.db.now), days)
const license = async (days: number, by: Caller = testApp.sam, folder = acme): Promise<string> =>
  (await addDocument(by, folder, { name: 'License.pdf', expiresOn: inDays(days) })).body.id
/** Alice, whose session is new each day. */
const alice = async () => testApp.signIn(testApp.people.alice.id, testApp.people.alice.role)

const sentTo = async (address: string) =>
  (await testApp.mail())
    .filter(({ to, subject }) => to === address && subject.includes('expire'))
    .map(({ subject }) => subject.slice(subject.indexOf('document')))
const toTeam = () => sentTo('sam@example.com')
const toClient = () => sentTo('ann@example.com')

const run = () => Promise.all([sendExpirationReminders(testApp.db), sendExpirationReminders(twin)])

/** A run each hour, 24 a day, around the days of the reminders. */
async function eachHourAround(days: readonly number[]) {
  let today = 0
  for (const day of days) {
    testApp.pass({ days: day - 1 - today })
    for (let hour = 0; hour < 48; hour++) {
      await sendExpirationReminders(testApp.db)
      testApp.pass({ hours: 1 })
    }
    today = day + 1
  }
}

const all = ['expires in 60 days', 'expires in 30 days', 'expires in 7 days', 'expires today'].map(
  (when) => `document ${when}`,
)

describe('a reminder of a document that expires', () => {
  it('is sent 60, 30, and 7 days before and on the day, once each by 24 runs a day, without its name', async () => {
    const id = await license(62, testApp.ann)
    await eachHourAround([2, 32, 55, 62])
    expect(await toTeam()).toEqual(all)
    expect(await toClient()).toEqual(all)
    expect((await testApp.mail()).some(({ text }) => text.includes('License.pdf'))).toBe(false)
    const entries = (await testApp.auditLog()).filter(({ action }) => action === 'document.expiration-reminded')
    expect(entries.map(({ entityId, details }) => [entityId, details.days])).toEqual([60, 30, 7, 0].map((d) => [id, d]))
  })

  it('is sent once by two instances', async () => {
    await license(62, testApp.ann)
    for (let day = 0; day < 64; day++) {
      await run()
      testApp.pass({ days: 1 })
    }
    expect([await toTeam(), await toClient()]).toEqual([all, all])
  })

  it('is sent only to the team for a document of the team, until the client is to be reminded as well', async () => {
    const id = await license(61)
    testApp.pass({ days: 1 })
    await run()
    expect([await toTeam(), await toClient()]).toEqual([all.slice(0, 1), []])
    expect(
      (await (await alice()).patch(`/api/documents/${id}/expiration`, { expiresOn: inDays(60), remindsClient: true }))
        .status,
    ).toBe(200)
    testApp.pass({ days: 30 })
    await run()
    expect([await toTeam(), await toClient()]).toEqual([all.slice(0, 2), all.slice(1, 2)])
  })

  it('is sent to contacts with access to documents, and not to others or to another company', async () => {
    const { email } = await contactIn(testApp, acme, { documents: true })
    const other = await contactIn(testApp, acme, { messages: true })
    await license(8, testApp.ann)
    testApp.pass({ days: 1 })
    await run()
    expect(await sentTo(email)).toEqual(['document expires in 7 days'])
    expect(await sentTo(other.email)).toEqual([])
    expect((await testApp.mail()).filter(({ subject }) => subject.includes('expires in'))).toHaveLength(3)
  })

  it('is one email for several documents of a folder, and separate for each company', async () => {
    await license(8)
    await license(8)
    await addDocument(testApp.alice, testApp.folders.elmwood.id, { name: 'Policy.pdf', expiresOn: inDays(8) })
    testApp.pass({ days: 1 })
    await run()
    expect(await toTeam()).toEqual(['documents expire soon'])
    expect((await testApp.mail()).filter(({ subject }) => subject.includes('document expires in 7 days'))).toHaveLength(
      1,
    )
  })

  it('is sent with the days that are left when the job missed five days', async () => {
    await license(61, testApp.ann)
    testApp.pass({ days: 6 })
    await run()
    await run()
    expect(await toTeam()).toEqual(['document expires in 55 days'])
    testApp.pass({ days: 57 })
    await run()
    await run()
    expect(await toTeam()).toEqual(['document expires in 55 days', 'document has expired'])
  })

  it('is not sent at night, on the day the date was set, or for dates that had passed when they were set', async () => {
    await license(60)
    await license(-3)
    await run()
    testApp.pass({ days: 30, hours: 12 })
    await run()
    expect(await toTeam()).toEqual([])
    testApp.pass({ hours: 12 })
    await run()
    expect(await toTeam()).toEqual(['document expires in 29 days'])
  })

  it('stops when the document is withdrawn, replaced, or its date is removed, and starts again with a new date', async () => {
    const [withdrawn, replaced, removed, changed] = [
      await license(8),
      await license(8),
      await license(8),
      await license(8),
    ]
    await testApp.sam.post(`/api/documents/${withdrawn}/withdrawal`, { reason: 'Wrong file' })
    const { clientFolderId: _, ...file } = registration('', 'License 2.pdf', pdf('second'))
    const { documentURL } = await upload(testApp.sam, pdf('second'))
    const version = { documentURL, ...file, expiresOn: inDays(400) }
    expect((await testApp.sam.post(`/api/documents/${replaced}/versions`, version)).status).toBe(201)
    await testApp.sam.patch(`/api/documents/${removed}/expiration`, { expiresOn: null })
    testApp.pass({ days: 1 })
    await run()
    expect(await toTeam()).toEqual(['document expires in 7 days'])
    await (await alice()).patch(`/api/documents/${changed}/expiration`, { expiresOn: inDays(31) })
    testApp.pass({ days: 1 })
    await run()
    expect(await toTeam()).toEqual(['document expires in 7 days', 'document expires in 30 days'])
  })

  it('is not sent while reminders are paused or the folder is archived', async () => {
    await license(8, testApp.ann)
    await testApp.alice.patch(`/api/client-folders/${acme}`, { remindersPaused: true })
    testApp.pass({ days: 1 })
    await run()
    await (await alice()).patch(`/api/client-folders/${acme}`, { remindersPaused: false, status: 'archived' })
    await run()
    expect([await toTeam(), await toClient()]).toEqual([[], []])
    await (await alice()).patch(`/api/client-folders/${acme}`, { status: 'active' })
    await run()
    expect(await toTeam()).toEqual(['document expires in 7 days'])
  })
})
