// Who reaches a folder is said twice: by the row (maySeeFolder in the domain) and for lists (visibleFolders in SQL). Here both are asked
// about everybody, every folder and every part, and must agree.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Actor } from '../../domain/actor.ts'
import { maySeeFolder } from '../../domain/client-folder.ts'
import type { FolderPart } from '../../domain/folder-rights.ts'
import { company, contactIn } from '../../tests/contacts.ts'
import { createWorld, type World } from '../../tests/world.ts'
import { folderFor, visibleFolders } from './queries.ts'
import { IdRow, typed } from '../kit/row-types.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const parts: FolderPart[] = ['folder', 'money', 'documents', 'messages', 'everything']
const yesOrNo = [true, false]

it('the rule of the row and the rule of the lists agree', async () => {
  const shared = await company(world)
  await contactIn(world, shared, {}, 'eve@example.com')
  for (const money of yesOrNo)
    for (const documents of yesOrNo)
      for (const messages of yesOrNo) await contactIn(world, shared, { money, documents, messages })
  const ids = await world.db.rows(typed(IdRow)`select id from client_folders`)
  const administrator = { ...world.people.alice, role: 'admin' as const }
  const folders = await Promise.all(ids.map(({ id }) => folderFor(world.db, administrator, id)))
  const people = await world.db.rows(
    typed(Actor)`select id, role, first_name as "firstName", last_name as "lastName" from users where is_active`,
  )
  const seen = { byRow: [] as string[], byList: [] as string[] }
  for (const actor of people) {
    for (const part of parts) {
      const told = (id: string) => `${actor.id} ${part} ${id}`
      const listed = await world.db.rows(
        typed(IdRow)`select f.id from client_folders f where ${visibleFolders(actor, part)}`,
      )
      seen.byList.push(...listed.map(({ id }) => told(id)))
      seen.byRow.push(...folders.filter((folder) => maySeeFolder(folder, actor, part)).map(({ id }) => told(id)))
    }
  }
  expect(people.length).toBeGreaterThan(12)
  expect(seen.byRow.length).toBeGreaterThan(people.length)
  expect(seen.byRow.length).toBeLessThan(people.length * parts.length * folders.length)
  expect(seen.byRow.toSorted()).toEqual(seen.byList.toSorted())
})
