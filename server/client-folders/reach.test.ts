// Folder access is defined twice: for a row (maySeeFolder in the domain) and for lists (visibleFolders in SQL). This
// test compares both for every person, folder, and part.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Actor, unlimited } from '../../domain/actor.ts'
import { maySeeFolder } from '../../domain/client-folder.ts'
import type { FolderPart } from '../../domain/folder-rights.ts'
import { officeDate } from '../../domain/time.ts'
import { company, contactIn } from '../../tests/contacts.ts'
import { staffMember } from '../../tests/staff.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { folderFor, visibleFolders } from './queries.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { actorColumns } from '../users/actor-columns.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const parts: FolderPart[] = ['folder', 'money', 'documents', 'messages', 'work', 'everything']
const yesOrNo = [true, false]

it('maySeeFolder and visibleFolders agree for every person, folder, and part', async () => {
  const shared = await company(testApp)
  await contactIn(testApp, shared, {}, 'eve@example.com')
  for (const money of yesOrNo)
    for (const documents of yesOrNo)
      for (const messages of yesOrNo) await contactIn(testApp, shared, { money, documents, messages })
  const member = await staffMember(testApp)
  expect((await testApp.alice.post(`/api/client-folders/${shared}/members`, { userId: member.id })).status).toBe(201)
  await staffMember(testApp, 'Bo', { staffAccess: 'bookkeeper' })
  const assistant = await staffMember(testApp, 'Ash', { staffAccess: 'assistant' })
  expect((await testApp.alice.post(`/api/client-folders/${shared}/members`, { userId: assistant.id })).status).toBe(201)
  const colleague = await staffMember(testApp)
  const today = officeDate(testApp.db.now)
  const cover = { userId: member.id, colleagueId: colleague.id, startsOn: today, endsOn: today }
  expect((await testApp.alice.post('/api/staff-covers', cover)).status).toBe(201)
  const ids = await testApp.db.rows(typed(IdRow)`select id from client_folders`)
  const administrator = { ...testApp.people.alice, role: 'admin' as const, ...unlimited }
  const folders = await Promise.all(ids.map(({ id }) => folderFor(testApp.db, administrator, id)))
  const people = await testApp.db.rows(
    typed(Actor)`select ${actorColumns(testApp.db.now)} from users u where u.is_active`,
  )
  const seen = { byRow: [] as string[], byList: [] as string[] }
  for (const actor of people) {
    for (const part of parts) {
      const keyOf = (id: string) => `${actor.id} ${part} ${id}`
      const listed = await testApp.db.rows(
        typed(IdRow)`select f.id from client_folders f where ${visibleFolders(actor, part)}`,
      )
      seen.byList.push(...listed.map(({ id }) => keyOf(id)))
      seen.byRow.push(...folders.filter((folder) => maySeeFolder(folder, actor, part)).map(({ id }) => keyOf(id)))
    }
  }
  expect(people.length).toBeGreaterThan(12)
  expect(seen.byRow.length).toBeGreaterThan(people.length)
  expect(seen.byRow.length).toBeLessThan(people.length * parts.length * folders.length)
  expect(seen.byRow.toSorted()).toEqual(seen.byList.toSorted())
})
