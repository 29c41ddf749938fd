// The data folder of a test's world: no other user's tests, and no earlier run, can be in its way.
import { existsSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createWorld } from '../world.ts'

it('each world has a data folder of its own that no one else can enter, and removes it when it closes', async () => {
  const [first, second] = [await createWorld(), await createWorld()]
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
