// A test's data folder must not collide with those of other users or earlier runs.
import { existsSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createTestApp } from '../test-app.ts'

it('each test app has its own private data folder, and removes it when it closes', async () => {
  const [first, second] = [await createTestApp(), await createTestApp()]
  const folders = [first.config.dataDir, second.config.dataDir]
  expect(new Set(folders).size).toBe(2)
  for (const folder of folders) {
    const { mode, uid } = statSync(folder)
    expect([mode & 0o777, uid]).toEqual([0o700, process.getuid?.()])
  }
  await first.close()
  await second.close()
  expect(folders.filter((folder) => existsSync(folder))).toEqual([])
})
