// The list of clients by whose they are: one's own, those of one's teams, or all that one sees.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { company } from '../../tests/contacts.ts'
import { staffMember } from '../../tests/staff.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({}, { atHour: 9 })))
afterAll(() => testApp.close())

/** A consultant who leads a folder, is a member of another, and covers for the lead of a third. */
async function consultant() {
  const [mel, away] = [await staffMember(testApp), await staffMember(testApp, 'Lee')]
  const [led, shared, covered] = [await company(testApp), await company(testApp), await company(testApp)]
  const lead = (id: string, assignedStaffId: string) =>
    testApp.alice.patch(`/api/client-folders/${id}`, { assignedStaffId })
  expect((await lead(led, mel.id)).status).toBe(200)
  expect((await testApp.sam.post(`/api/client-folders/${shared}/members`, { userId: mel.id })).status).toBe(201)
  expect((await lead(covered, away.id)).status).toBe(200)
  const startsOn = officeDate(testApp.db.now)
  const cover = { colleagueId: mel.id, startsOn, endsOn: daysAfter(startsOn, 6) }
  expect((await away.caller.post('/api/staff-covers', cover)).status).toBe(201)
  return { mel: mel.caller, led, shared, covered }
}

const idsIn = async (caller: Caller, path: string): Promise<string[]> => {
  const { status, body, text } = await caller.get(path)
  expect(status, text).toBe(200)
  return body.map(({ id }: { id: string }) => id)
}

describe('the list of clients', () => {
  it.each(['/api/client-folders', '/api/client-folders/summaries'])(
    'shows one’s own, those of one’s teams, and those that one covers as well (%s)',
    async (path) => {
      const { mel, led, shared, covered } = await consultant()
      expect(await idsIn(mel, `${path}?view=mine`)).toEqual([led])
      expect(await idsIn(mel, `${path}?view=team`)).toEqual([shared, led])
      expect(await idsIn(mel, path)).toEqual([covered, shared, led])
    },
  )

  it('is exported and gets a bulk message with the same limit', async () => {
    const { mel, led } = await consultant()
    const names = async (query: string) =>
      (await mel.get(`/api/client-folders/csv${query}`)).text.split('\r\n').filter((line) => line.includes('Company'))
    expect([(await names('?view=mine')).length, (await names('?view=team')).length]).toEqual([1, 2])
    const input = { kind: 'message', content: 'Hello', recipients: { filter: { view: 'mine' } } }
    const { status, body, text } = await mel.post('/api/bulk-actions', input)
    expect(status, text).toBe(201)
    const items = (await mel.get(`/api/bulk-actions/${body.id}/items`)).body
    expect(items.map(({ clientFolderId }: { clientFolderId: string }) => clientFolderId)).toEqual([led])
  })

  it('shows nothing more to those who lead no folder', async () => {
    for (const caller of [testApp.alice, testApp.ann])
      expect(await idsIn(caller, '/api/client-folders?view=mine')).toEqual([])
    expect(await idsIn(testApp.ann, '/api/client-folders?view=team')).toEqual([])
    const bookkeeper = await staffMember(testApp, 'Bo', { staffAccess: 'bookkeeper' })
    expect(await idsIn(bookkeeper.caller, '/api/client-folders/summaries?view=team')).toEqual([])
  })

  it('refuses another view, clients where it is the team’s, and visitors', async () => {
    const { status, body } = await testApp.sam.get('/api/client-folders?view=everyone')
    expect([status, body.message]).toEqual([400, 'Choose mine or team.'])
    const recipients = { filter: { view: 'everyone' } }
    expect((await testApp.sam.post('/api/bulk-actions', { kind: 'message', content: 'Hi', recipients })).status).toBe(
      400,
    )
    expect((await testApp.ann.get('/api/client-folders/summaries?view=mine')).status).toBe(403)
    expect((await testApp.visitor.get('/api/client-folders?view=mine')).status).toBe(401)
  })
})
