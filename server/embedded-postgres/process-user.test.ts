import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkProcessUser } from './process-user.ts'

let dataDir: string
const warnings: string[] = []
const log = { warn: (text: unknown) => void warnings.push(String(text)) } as Parameters<typeof checkProcessUser>[1]
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-user-'))
  if (process.getuid?.() === 0) chownSync(dataDir, 1000, 1000)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

it('refuses root in production on another user’s data folder', async () => {
  await expect(checkProcessUser({ dataDir, environment: 'production' }, log, 0)).rejects.toThrow(
    'does not belong to root. Start the portal as the user that owns it.',
  )
})

it('warns root where no data can be lost, and does not warn other users', async () => {
  await checkProcessUser({ dataDir: join(dataDir, 'not-yet'), environment: 'production' }, log, 0)
  await checkProcessUser({ dataDir, environment: 'development' }, log, 0)
  expect(warnings).toHaveLength(2)
  await checkProcessUser({ dataDir, environment: 'production' }, log, 1000)
  expect(warnings).toHaveLength(2)
})
