// Cover that is refused, and changes of it at the same time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { company } from '../../tests/contacts.ts'
import { staffMember } from '../../tests/staff.ts'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({}, { atHour: 9 })))
afterAll(() => testApp.close())

const path = '/api/staff-covers'
const day = (days: number) => daysAfter(officeDate(testApp.db.now), days)
const cover = (who: Caller, colleagueId: string, more: object = {}) =>
  who.post(path, { colleagueId, startsOn: day(0), endsOn: day(3), ...more })
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

/** A lead with a folder of their own, and a colleague who sees none. */
async function leadAndColleague() {
  const [lead, colleague] = [await staffMember(testApp, 'Lee'), await staffMember(testApp, 'Cole')]
  const id = await company(testApp)
  const answer = await testApp.alice.patch(`/api/client-folders/${id}`, { assignedStaffId: lead.id })
  expect(answer.status, answer.text).toBe(200)
  return { lead, colleague, id }
}

describe('cover is refused', () => {
  it('by and for bookkeepers, who work in no folder', async () => {
    const { lead } = await leadAndColleague()
    const bookkeeper = await staffMember(testApp, 'Bo', { staffAccess: 'bookkeeper' })
    const [byThem, forThem] = [await cover(lead.caller, bookkeeper.id), await cover(bookkeeper.caller, lead.id)]
    expect([byThem.status, byThem.body.issues[0].path]).toEqual([400, 'colleagueId'])
    expect([forThem.status, forThem.body.issues[0].path]).toEqual([400, 'userId'])
  })

  it.each([
    ['no first day', { startsOn: '' }, 'startsOn'],
    ['a first day that is none', { startsOn: '2030-02-30' }, 'startsOn'],
    ['no last day', { endsOn: null }, 'endsOn'],
    ['a time instead of a day', { endsOn: '2030-01-01T10:00:00Z' }, 'endsOn'],
    ['no colleague', { colleagueId: '' }, 'colleagueId'],
  ])('with %s', async (_what, more, at) => {
    const { lead, colleague } = await leadAndColleague()
    const { status, body } = await cover(lead.caller, colleague.id, more)
    expect([status, body.issues[0].path]).toEqual([400, at])
  })

  it('for someone whom an administrator doesn’t name, and for an unknown one', async () => {
    const { colleague } = await leadAndColleague()
    for (const more of [{}, { userId: null }, { userId: unknownId }]) {
      const { status, body } = await cover(testApp.alice, colleague.id, more)
      expect([status, body.issues[0].path]).toEqual([400, 'userId'])
    }
  })
})

describe('concurrent changes of cover', () => {
  it('end it once', async () => {
    const { lead, colleague } = await leadAndColleague()
    const { id } = (await cover(lead.caller, colleague.id)).body
    const end = (who: Caller) => who.delete(`${path}/${id}`)
    expect(statuses(await Promise.all([end(lead.caller), end(testApp.alice), end(testApp.mona)]))).toEqual([
      200, 409, 409,
    ])
    const entries = (await testApp.auditLog()).filter(({ entityId }) => entityId === id)
    expect(entries.map(({ action }) => action).filter((action) => action === 'staff-cover.ended')).toHaveLength(1)
  })

  it('leave none for a colleague who is deactivated at the same time', async () => {
    for (let n = 0; n < 5; n++) {
      const { lead, colleague, id } = await leadAndColleague()
      const [planned, left] = await Promise.all([
        cover(lead.caller, colleague.id),
        testApp.alice.delete(`/api/users/${colleague.id}`),
      ])
      expect(left.status, left.text).toBe(200)
      expect([201, 400]).toContain(planned.status)
      const listed = (await testApp.alice.get(`${path}?userId=${colleague.id}`)).body
      expect(listed.filter(({ status }: { status: string }) => status !== 'ended')).toEqual([])
      const { people } = (await testApp.alice.get(`/api/client-folders/${id}/access`)).body
      expect(people.map(({ role }: { role: string }) => role)).not.toContain('cover')
    }
  })

  it('end access with the cover, whatever the colleague was doing', async () => {
    const { lead, colleague, id } = await leadAndColleague()
    const { body } = await cover(lead.caller, colleague.id)
    const messages = `/api/client-folders/${id}/messages`
    const write = () => colleague.caller.post(messages, { content: 'While it ends' })
    const [ended, ...written] = await Promise.all([
      lead.caller.delete(`${path}/${body.id}`),
      ...Array.from({ length: 5 }, write),
    ])
    expect(ended.status).toBe(200)
    for (const { status } of written) expect([201, 404]).toContain(status)
    expect((await write()).status).toBe(404)
    const sent = written.filter(({ status }) => status === 201).length
    expect((await lead.caller.get(messages)).body).toHaveLength(sent)
  })
})
