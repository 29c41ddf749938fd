// Portals before their first start, and what they print when they start.
import sql from 'sql-template-tag'
import type { Config } from '../server/config.ts'
import { prepareAccounts } from '../server/seed/accounts.ts'
import { type Answer, createTestApp, type TestApp } from './test-app.ts'

const open: TestApp[] = []

/** A portal without accounts by default. */
export async function openUnstarted(
  demo: 'on' | 'off',
  { empty = true, ...settings }: { empty?: boolean; PUBLIC_URL?: string } = {},
): Promise<TestApp> {
  const testApp = await createTestApp({ DEMO: demo, ...settings })
  open.push(testApp)
  if (empty) {
    await testApp.db.run(sql`delete from sessions`)
    await testApp.db.run(sql`delete from client_folders`)
    await testApp.db.run(sql`delete from users`)
  }
  return testApp
}

/** Closes the portals of a test. */
export async function closeStarted(): Promise<void> {
  for (const testApp of open.splice(0)) await testApp.close()
}

/** Starts the portal and returns what it prints. */
export async function start(testApp: TestApp, changed: Partial<Config> = {}): Promise<string[]> {
  const output: string[] = []
  const config = { ...testApp.config, ...changed }
  await prepareAccounts({ ...testApp.context, config }, (line) => output.push(line))
  return output
}

export const setUpLinkIn = (output: string[]) => /\/set-up\/([\w-]{43})/.exec(output.join('\n'))?.[1] ?? null

export const signInTo = (testApp: TestApp, username: string, password: string) =>
  testApp.visitor.post('/api/login', { username, password })

/** The person whom a reply signed in. */
export const signedInBy = (testApp: TestApp, { headers }: Answer) =>
  testApp.caller(
    [headers['set-cookie'] ?? []]
      .flat()
      .map((line) => String(line).split(';')[0])
      .join('; '),
  )
