// Starts a process that seals a signature and that tests can kill (sealing-child.ts).
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { ChildTask } from './sealing-child.ts'
import type { TestApp } from './test-app.ts'

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

interface Sealing {
  child: ChildProcess
  ended: Promise<Ended>
}

/** Starts a separate process that seals; resolves once it begins. */
export async function startSealing(
  testApp: TestApp,
  signatureId: string,
  dieAt: ChildTask['dieAt'] = null,
): Promise<Sealing> {
  const { host, port, user, database, connectionString } = testApp.db.pool.options as ChildTask['address']
  const address = connectionString === undefined ? { host, port, user, database } : { connectionString }
  const task = { address, dataDir: testApp.config.dataDir, signatureId, dieAt }
  const child = spawn(process.execPath, ['tests/sealing-child.ts', JSON.stringify(task)], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<Ended>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })))
  await new Promise<void>((resolve) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', () => resolve())
  })
  return { child, ended }
}
