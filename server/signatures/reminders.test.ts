// Clients are reminded of contracts and documents to sign after 3 and 7 days, 2 days before the due date, and on it, with one
// email per folder and day.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createdContract, setContractStatus, signContract } from '../../tests/contracts.ts'
import { documentToSign, refuse } from '../../tests/signatures.ts'
import { openEveryDay } from '../../tests/firm-settings.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { sendSignatureReminders } from './reminders.ts'

let testApp: TestApp
const started: TestApp[] = []
beforeEach(async () => {
  testApp = await createTestApp({}, { atHour: 10 })
  await openEveryDay(testApp)
  started.push(testApp)
})
afterAll(async () => {
  for (const each of started) await each.close()
})

/** Sessions end overnight. */
async function signInAgain() {
  testApp.alice = await testApp.signIn(testApp.people.alice.id, 'admin')
  testApp.sam = await testApp.signIn(testApp.people.sam.id, 'staff')
  testApp.ann = await testApp.signIn(testApp.people.ann.id, 'client')
}
async function later(days: number) {
  testApp.pass({ days })
  await signInAgain()
}

const remind = () => sendSignatureReminders(testApp.db)
const reminded = async () =>
  (await testApp.mail()).filter(({ subject }) => subject.includes('needs your signature')).map(({ to }) => to)
const dayAfter = (days: number) => daysAfter(officeDate(testApp.db.now), days)
const entriesOf = async (id: string) =>
  (await testApp.auditLog())
    .filter(({ action, entityId }) => action.endsWith('.signature-reminded') && entityId === id)
    .map(({ actorId, details }) => [actorId, details.days])

describe('a reminder to sign', () => {
  it('is sent after 3 and 7 days, once each by two instances, and then no more', async () => {
    const { id } = await createdContract(testApp)
    const twin = await testApp.twin()
    for (let day = 0; day <= 40; day++) {
      await Promise.all([remind(), sendSignatureReminders(twin.db)])
      testApp.pass({ days: 1 })
    }
    expect(await reminded()).toEqual(['ann@example.com', 'ann@example.com'])
    expect(await entriesOf(id)).toEqual([
      [null, 3],
      [null, 7],
    ])
  })

  it('is also sent 2 days before the due date and on it, with the date, and stops there', async () => {
    const { id } = await createdContract(testApp, { signBy: dayAfter(20) })
    const twin = await testApp.twin()
    for (let day = 0; day <= 40; day++) {
      await Promise.all([remind(), sendSignatureReminders(twin.db)])
      testApp.pass({ days: 1 })
    }
    expect(await reminded()).toHaveLength(4)
    expect(await entriesOf(id)).toEqual([
      [null, 3],
      [null, 7],
      [null, 18],
      [null, 20],
    ])
    expect((await testApp.mail()).at(-1)?.text).toMatch(/waiting for your signature\..* Sign it by \w+ \d+, \d{4}\./s)
  })

  it('is sent once if the due date is also another reminder day', async () => {
    const { id } = await createdContract(testApp, { signBy: dayAfter(5) })
    for (let day = 0; day <= 12; day++) {
      await remind()
      testApp.pass({ hours: 2 })
      await remind()
      testApp.pass({ hours: 22 })
    }
    expect((await entriesOf(id)).map(([, days]) => days)).toEqual([3, 5, 7])
  })

  it('follows a due date that was changed, and is not sent after someone signed', async () => {
    const [moved, signed] = [
      await createdContract(testApp, { signBy: dayAfter(30) }),
      await createdContract(testApp, { signBy: dayAfter(30) }),
    ]
    await later(8)
    await remind()
    const signers = [{ userId: testApp.people.ann.id, position: 1 }]
    const change = await testApp.alice.put(`/api/contracts/${moved.id}/signers`, { signers, signBy: dayAfter(2) })
    expect(change.status, change.text).toBe(200)
    expect((await signContract(testApp, signed.id)).status).toBe(201)
    await later(2)
    await remind()
    expect((await entriesOf(moved.id)).map(([, days]) => days)).toEqual([7, 10])
    expect(await entriesOf(signed.id)).toHaveLength(1)
  })

  it('is one email for a contract and a document, without their names', async () => {
    const [contract, document] = [await createdContract(testApp), await documentToSign(testApp)]
    await later(3)
    await remind()
    expect(await reminded()).toEqual(['ann@example.com'])
    expect([await entriesOf(contract.id), await entriesOf(document.id)]).toEqual([[[null, 3]], [[null, 3]]])
    const email = (await testApp.mail()).at(-1)
    expect(email?.text).toContain('2 contracts or documents are waiting')
    expect(email?.text).not.toContain(contract.contractNumber)
  })

  it('is the latest only after an outage, and not sent outside office hours', async () => {
    const { id } = await createdContract(testApp)
    testApp.pass({ days: 9, hours: 10 })
    await remind()
    expect(await reminded()).toEqual([])
    testApp.pass({ hours: 14 })
    await remind()
    expect(await entriesOf(id)).toEqual([[null, 7]])
  })

  it('is not sent for what is signed, declined, or canceled', async () => {
    const [signed, cancelled, declined] = [
      await createdContract(testApp),
      await createdContract(testApp),
      await documentToSign(testApp),
    ]
    expect((await signContract(testApp, signed.id)).status).toBe(201)
    expect((await setContractStatus(testApp.alice, cancelled, 'cancelled')).status).toBe(200)
    expect((await refuse(testApp.ann, declined)).status).toBe(201)
    await later(5)
    await remind()
    expect(await reminded()).toEqual([])
  })

  it('starts over when the signature is requested again after a decline', async () => {
    const document = await documentToSign(testApp)
    await later(4)
    await remind()
    expect((await refuse(testApp.ann, document)).status).toBe(201)
    const again = await testApp.sam.patch(`/api/documents/${document.id}`, { requiresSignature: true })
    expect(again.status, again.text).toBe(200)
    await remind()
    expect(await reminded()).toHaveLength(1)
    await later(3)
    await remind()
    expect(await entriesOf(document.id)).toEqual([
      [null, 3],
      [null, 3],
    ])
  })

  it('is not sent while the folder’s reminders are paused', async () => {
    await createdContract(testApp)
    const folder = `/api/client-folders/${testApp.folders.acme.id}`
    expect((await testApp.alice.patch(folder, { remindersPaused: true })).status).toBe(200)
    await later(3)
    await remind()
    expect(await reminded()).toEqual([])
    await testApp.alice.patch(folder, { remindersPaused: false })
    await remind()
    expect(await reminded()).toEqual(['ann@example.com'])
  })
})
