import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  bookedByVisitor,
  bookedInAcme,
  clearBookings,
  freeTime,
  openBooking,
  visitorBooking,
} from '../../tests/bookings.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())
beforeEach(async () => {
  await clearBookings(testApp)
  await openBooking(testApp)
})

const bookingOf = async (id: string) => (await testApp.alice.get(`/api/bookings/${id}`)).body
const transfer = (from: string, to: string, more: object = {}) =>
  testApp.alice.post(`/api/users/${from}/hand-over`, { handOverTo: to, ...more })

/** The emails since the last call: to whom, and about what. */
async function newEmails() {
  const mail = await testApp.mail()
  const sent = mail.slice(read).map(({ to, subject }) => [to, subject])
  read = mail.length
  return sent
}
let read = 0

describe('the appointments of someone whose work is transferred', () => {
  it('keep their times with the folder’s new consultant, and both sides are notified', async () => {
    const { sam, sue } = testApp.people
    const before = await bookedInAcme(testApp)
    expect((await testApp.alice.get(`/api/users/${sam.id}/holdings`)).body.appointments).toBe(1)
    await newEmails()
    expect((await transfer(sam.id, sue.id)).status).toBe(200)
    const after = await bookingOf(before.id)
    expect(after).toMatchObject({ consultantId: sue.id, status: 'booked', startsAt: before.startsAt, version: 2 })
    const sent = await newEmails()
    expect(sent).toContainEqual(['ann@example.com', expect.stringContaining('your appointment is with someone else')])
    expect(sent).toContainEqual(['sue@example.com', expect.stringContaining('an appointment was booked')])
    expect(await testApp.auditLog()).toContainEqual(
      expect.objectContaining({
        action: 'booking.transferred',
        entityId: before.id,
        details: { before: { consultantId: sam.id }, after: { consultantId: sue.id } },
      }),
    )
    expect((await testApp.alice.get(`/api/users/${sam.id}/holdings`)).body.appointments).toBe(0)
    await transfer(sue.id, sam.id)
    expect((await bookingOf(before.id)).consultantId).toBe(sam.id)
  })

  it('are canceled with a reason if that person has another one at the time', async () => {
    const { sam, sue } = testApp.people
    const startsAt = await freeTime(testApp.visitor, '/api/booking-times', 3)
    const first = await bookedByVisitor(testApp, { startsAt })
    const second = await bookedByVisitor(testApp, { startsAt, email: 'second@example.com' })
    const of = (await bookingOf(first.id)).consultantId === sam.id ? first : second
    await newEmails()
    expect((await transfer(sam.id, sue.id)).status).toBe(200)
    expect(await bookingOf(of.id)).toMatchObject({
      status: 'cancelled',
      cancelReason: 'Your consultant is no longer available at this time.',
    })
    const other = of === first ? second : first
    expect(await bookingOf(other.id)).toMatchObject({ status: 'booked', consultantId: sue.id, version: 1 })
    expect((await newEmails()).filter(([, subject]) => subject?.includes('your appointment'))).toHaveLength(1)
    await transfer(sue.id, sam.id)
  })

  it('are canceled in an archived folder, which no one else leads', async () => {
    const { sam, sue } = testApp.people
    const folder = `/api/client-folders/${testApp.folders.acme.id}`
    const { id } = await bookedInAcme(testApp)
    await testApp.alice.patch(folder, { status: 'archived' })
    await newEmails()
    expect((await transfer(sam.id, sue.id)).status).toBe(200)
    expect(await bookingOf(id)).toMatchObject({ status: 'cancelled', consultantId: sam.id })
    const toSue = (await newEmails()).filter(([to]) => to === 'sue@example.com')
    expect(toSue.filter(([, subject]) => subject?.includes('appointment'))).toEqual([])
    await testApp.alice.patch(folder, { status: 'active' })
    await transfer(sue.id, sam.id)
  })

  it('are never left with someone who is deactivated while a visitor books', async () => {
    const { sam, sue } = testApp.people
    for (const { id } of [sam, sue])
      await testApp.alice.put(`/api/booking-hours/${id}`, { isBookable: false, days: null })
    for (const n of [1, 2, 3, 4]) {
      const person = { email: `leaver${n}@example.com`, firstName: 'Lee', lastName: 'Stone', role: 'staff' }
      const { id: leaverId } = (await testApp.alice.post('/api/users', person)).body
      await testApp.alice.put(`/api/booking-hours/${leaverId}`, { isBookable: true, days: null })
      const startsAt = await freeTime(testApp.visitor, '/api/booking-times', n)
      const visitor = await visitorBooking(testApp, { email: `visitor${n}@example.com`, startsAt })
      const [booked, left] = await Promise.all([
        testApp.visitor.post('/api/bookings', visitor),
        transfer(leaverId, sue.id, { deactivate: true }),
      ])
      expect(left.status).toBe(200)
      expect([201, 400, 409]).toContain(booked.status)
      if (booked.status === 201) expect((await bookingOf(booked.body.id)).consultantId).toBe(sue.id)
    }
    for (const { id } of [sam, sue])
      await testApp.alice.put(`/api/booking-hours/${id}`, { isBookable: true, days: null })
  })

  it('of a visitor are with the person who takes over the rest, and their link still works', async () => {
    const { sam, sue } = testApp.people
    await testApp.alice.put(`/api/booking-hours/${sue.id}`, { isBookable: false, days: null })
    const { id, token } = await bookedByVisitor(testApp)
    await newEmails()
    await transfer(sam.id, sue.id)
    expect((await bookingOf(id)).consultantId).toBe(sue.id)
    expect((await testApp.visitor.post('/api/booking-link', { token })).body.consultantName).toBe('Sue Bennett')
    expect(await newEmails()).toContainEqual([
      expect.stringContaining('@'),
      expect.stringContaining('your appointment is with someone else'),
    ])
    await testApp.alice.put(`/api/booking-hours/${sue.id}`, { isBookable: true, days: null })
    await transfer(sue.id, sam.id)
  })

  it('stay where they are if the transfer is refused, or asked for by anyone but an administrator', async () => {
    const { sam, sue, ivan } = testApp.people
    const { id } = await bookedInAcme(testApp)
    expect((await transfer(sam.id, ivan.id)).status).toBe(400)
    expect((await transfer(sam.id, sam.id)).status).toBe(400)
    for (const who of [testApp.sue, testApp.ann])
      expect((await who.post(`/api/users/${sam.id}/hand-over`, { handOverTo: sue.id })).status).toBe(404)
    expect(await bookingOf(id)).toMatchObject({ consultantId: sam.id, version: 1 })
  })

  it('are still theirs after a deactivation without a transfer, which can be made up for', async () => {
    const { sue } = testApp.people
    const person = { email: 'leaver@example.com', firstName: 'Lee', lastName: 'Stone', role: 'staff' }
    const { id: leaverId } = (await testApp.alice.post('/api/users', person)).body
    await testApp.alice.put(`/api/booking-hours/${leaverId}`, { isBookable: true, days: null })
    for (const { id } of [testApp.people.sam, sue])
      await testApp.alice.put(`/api/booking-hours/${id}`, { isBookable: false, days: null })
    const { id } = await bookedByVisitor(testApp)
    const { body } = await testApp.alice.delete(`/api/users/${leaverId}`)
    expect(body.allowed).toContain('hand-over')
    expect((await bookingOf(id)).consultantId).toBe(leaverId)
    expect((await testApp.visitor.get('/api/booking-times')).body.days).toEqual([])
    await transfer(leaverId, sue.id)
    expect((await bookingOf(id)).consultantId).toBe(sue.id)
    expect((await testApp.alice.get(`/api/users/${leaverId}`)).body.allowed).not.toContain('hand-over')
    for (const { id: personId } of [testApp.people.sam, sue])
      await testApp.alice.put(`/api/booking-hours/${personId}`, { isBookable: true, days: null })
  })
})
