// A merge moves everything that a client and the team have in a folder, so no table may be forgotten.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { tablesWithFolder } from '../../tests/tables-with-folder.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'
import { movedTables, obstacleTables, separateTables, stayingTables } from './merge-tables.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const NameRow = z.object({ name: z.string() })

const known = () => [
  ...movedTables.map(({ table }) => table),
  ...obstacleTables,
  ...separateTables,
  ...Object.keys(stayingTables),
]

describe('a merge of folders', () => {
  it('moves, refuses, or leaves each table that names a folder', async () => {
    const tables = await tablesWithFolder(testApp)
    expect(tables.length).toBeGreaterThan(30)
    expect(known().toSorted()).toEqual(tables)
  })

  it('knows each other column that names a folder', async () => {
    const columns = await testApp.db.rows(typed(NameRow)`
      select c.conrelid::regclass::text || '.' || a.attname as name
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'client_folders'::regclass and a.attname <> 'client_folder_id' order by 1`)
    expect(columns.map(({ name }) => name)).toEqual([
      'bot_conversations.escalated_folder_id',
      'client_folders.merged_into_id',
      'service_requests.existing_folder_id',
    ])
  })
})
