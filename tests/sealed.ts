// What the portal sealed: the bytes of it, whether it is found whole, and where it is kept.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { expect } from 'vitest'
import { isInstalled, isSignedByHand, pdfsig, sealerOf } from './seals.ts'
import type { Caller, World } from './world.ts'
import { typed } from '../server/kit/row-types.ts'

/** A file as it comes to whoever asks, Ann if nobody else is named. */
export async function bytesOf(world: World, url: string, who: Caller = world.ann): Promise<Buffer> {
  const { statusCode, rawPayload } = await world.app.inject({ url, headers: { cookie: who.cookie ?? '' } })
  expect(statusCode, rawPayload.toString('utf8', 0, 200)).toBe(200)
  return rawPayload
}

/** Found whole by others, who know nothing of us, and by ourselves. */
export async function expectSealed(world: World, bytes: Buffer, kind: string): Promise<void> {
  expect(isSignedByHand(bytes, await sealerOf(world.db))).toBe(true)
  if (isInstalled('pdfsig')) {
    const found = pdfsig(bytes)
    expect(found).toContain('Signature is Valid.')
    expect(found).toContain('Total document signed')
    expect(found.match(/Signature #/g)).toHaveLength(1)
  }
  expect(await verdictOn(world, bytes)).toMatchObject({ verdict: 'ours-unchanged', kind })
}

/** Which papers are in the store. */
export const storedPapers = (world: World): Promise<string[]> =>
  readdir(join(world.config.dataDir, 'files/objects/papers')).catch((): string[] => [])

/** Of what was not there before, every stored paper has its row, and every row its paper. */
export async function expectRowsOfPapers(world: World, before: readonly string[]): Promise<void> {
  await world.runJobs()
  const stored = (await storedPapers(world)).filter((name) => !before.includes(name))
  const rows = await world.db.rows(typed(z.object({ key: z.string() }))`select storage_key as key from papers`)
  expect(rows.map(({ key }) => key.replace('papers/', '')).toSorted()).toEqual(stored.toSorted())
}

/** What the portal tells a visitor of a PDF. */
export async function verdictOn(world: World, payload: Buffer) {
  await world.db.run(sql`delete from rate_limits`)
  const headers = { 'content-type': 'application/pdf' }
  return (await world.visitor.send({ method: 'POST', url: '/api/verification', headers, payload })).body
}
