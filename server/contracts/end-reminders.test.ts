// The team is reminded before an active contract ends, once for each of 90, 30, and 7 days.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { createdContract, setContractStatus, signContract } from '../../tests/contracts.ts'
import { openEveryDay } from '../../tests/firm-settings.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { sendContractReminders } from './jobs.ts'

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

async function contractEndingIn(days: number, more: object = {}) {
  const today = officeDate(testApp.db.now)
  return createdContract(testApp, { startDate: today, endDate: daysAfter(today, days), ...more })
}

async function activeContract(days: number) {
  const contract = await contractEndingIn(days)
  expect((await signContract(testApp, contract.id)).status).toBe(201)
  return contract
}

const reminders = async () =>
  (await testApp.mail())
    .filter(({ subject }) => subject.includes('contract ends'))
    .map(({ to, subject }) => ({ to, subject: subject.slice(subject.indexOf('contract ends')) }))

const subjectsTo = async (address: string) =>
  (await reminders()).filter(({ to }) => to === address).map(({ subject }) => subject)

async function eachDayFor(days: number) {
  const twin = await testApp.twin()
  for (let day = 0; day <= days; day++) {
    await Promise.all([sendContractReminders(testApp.db), sendContractReminders(twin.db)])
    testApp.pass({ days: 1 })
  }
}

describe('a reminder of the end of a contract', () => {
  it('is sent 90, 30, and 7 days before, once each by two instances, to the consultant and the creator', async () => {
    const { id } = await activeContract(120)
    await eachDayFor(125)
    const expected = ['contract ends in 90 days', 'contract ends in 30 days', 'contract ends in 7 days']
    expect(await subjectsTo('sam@example.com')).toEqual(expected)
    expect(await subjectsTo('alice@example.com')).toEqual(expected)
    expect(await reminders()).toHaveLength(6)
    const entries = (await testApp.auditLog()).filter(({ action }) => action === 'contract.end-reminded')
    expect(entries.map(({ entityId, details }) => [entityId, details.days])).toEqual([
      [id, 90],
      [id, 30],
      [id, 7],
    ])
  })

  it('skips the days before the contract was signed', async () => {
    await activeContract(20)
    await eachDayFor(20)
    expect(await subjectsTo('sam@example.com')).toEqual(['contract ends in 7 days'])
  })

  it('is sent once with the days that are left after an outage', async () => {
    await activeContract(120)
    testApp.pass({ days: 95 })
    await sendContractReminders(testApp.db)
    await sendContractReminders(testApp.db)
    expect(await subjectsTo('sam@example.com')).toEqual(['contract ends in 25 days'])
  })

  it('is not sent for a contract that is not signed, has no end, or was terminated', async () => {
    await contractEndingIn(100)
    const openEnded = await createdContract(testApp)
    expect((await signContract(testApp, openEnded.id)).status).toBe(201)
    const terminated = await activeContract(100)
    const { status } = await setContractStatus(testApp.alice, terminated, 'terminated', 'The client closed.')
    expect(status).toBe(200)
    await eachDayFor(100)
    expect(await reminders()).toEqual([])
  })

  it('is not sent once the contract was renewed, and says so while the renewal isn’t signed', async () => {
    const { id } = await activeContract(60)
    const { body } = await testApp.alice.post(`/api/contracts/${id}/renewal`, {})
    await eachDayFor(31)
    const [reminder] = (await testApp.mail()).filter(({ subject }) => subject.includes('contract ends'))
    expect(reminder?.text).toContain('Its renewal isn’t signed yet.')
    const count = (await reminders()).length
    // The client signs on another day, so their session has ended.
    const { ann } = testApp.people
    const again = await testApp.signIn(ann.id, ann.role)
    expect((await signContract({ ...testApp, ann: again }, body.id)).status).toBe(201)
    await eachDayFor(29)
    expect(await reminders()).toHaveLength(count)
  })

  it('is not sent for a contract that an amendment extended', async () => {
    const { id } = await activeContract(40)
    const endDate = daysAfter(officeDate(testApp.db.now), 400)
    const { body } = await testApp.alice.post(`/api/contracts/${id}/amendment`, { totalValue: 0, endDate })
    expect((await signContract(testApp, body.id)).status).toBe(201)
    await eachDayFor(40)
    expect(await reminders()).toEqual([])
  })

  it('is not sent for an archived folder', async () => {
    await activeContract(100)
    await testApp.alice.patch(`/api/client-folders/${testApp.folders.acme.id}`, { status: 'archived' })
    await eachDayFor(100)
    expect(await reminders()).toEqual([])
  })
})
