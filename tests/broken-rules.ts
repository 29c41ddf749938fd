import { openSnapshot } from '../server/backup/snapshot.ts'
import { checkRules } from '../server/backup/verify.ts'
import type { TestApp } from './test-app.ts'

/** The rules of `npm run verify` that the records of a test app break. */
export async function brokenRules({ context }: TestApp): Promise<string[]> {
  const snapshot = await openSnapshot(context.address)
  const broken: string[] = []
  for await (const { says, count } of checkRules(snapshot)) if (count > 0) broken.push(says)
  await snapshot.close()
  return broken
}
