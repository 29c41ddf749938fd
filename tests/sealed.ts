// Checks of sealed files: their bytes, whether they are intact, and where they are stored.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { expect } from 'vitest'
import { isInstalled, isSignedByHand, pdfsig, sealerOf } from './seals.ts'
import type { Caller, TestApp } from './test-app.ts'
import { typed } from '../server/kit/row-types.ts'

/** A downloaded file, by default as Ann. */
export async function bytesOf(testApp: TestApp, url: string, who: Caller = testApp.ann): Promise<Buffer> {
  const { statusCode, rawPayload } = await testApp.app.inject({ url, headers: { cookie: who.cookie ?? '' } })
  expect(statusCode, rawPayload.toString('utf8', 0, 200)).toBe(200)
  return rawPayload
}

/** Intact for independent verifiers and for the portal. @param seals how many it has, one for each signer */
export async function expectSealed(testApp: TestApp, bytes: Buffer, kind: string, seals = 1): Promise<void> {
  expect(isSignedByHand(bytes, await sealerOf(testApp.db))).toBe(true)
  if (isInstalled('pdfsig')) {
    const found = pdfsig(bytes)
    expect(found.match(/Signature is Valid\./g)).toHaveLength(seals)
    expect(found).toContain('Total document signed')
    // Signature places that no one has filled in are listed, too, but not validated.
    expect(found.match(/Signature Validation:/g)).toHaveLength(seals)
  }
  expect(await verdictOn(testApp, bytes)).toMatchObject({ verdict: 'ours-unchanged', kind, seals })
}

/** The keys of the PDFs in the store. */
export const storedPdfs = (testApp: TestApp): Promise<string[]> =>
  readdir(join(testApp.config.dataDir, 'files/objects/papers')).catch((): string[] => [])

/** Every new stored PDF has its row, and every row its file. */
export async function expectRowsOfPdfs(testApp: TestApp, before: readonly string[]): Promise<void> {
  await testApp.runJobs()
  const stored = (await storedPdfs(testApp)).filter((name) => !before.includes(name))
  const rows = await testApp.db.rows(typed(z.object({ key: z.string() }))`select storage_key as key from archived_pdfs`)
  expect(rows.map(({ key }) => key.replace('papers/', '')).toSorted()).toEqual(stored.toSorted())
}

/** What the portal tells a visitor about a PDF. */
export async function verdictOn(testApp: TestApp, payload: Buffer) {
  await testApp.db.run(sql`delete from rate_limits`)
  const headers = { 'content-type': 'application/pdf' }
  return (await testApp.visitor.send({ method: 'POST', url: '/api/verification', headers, payload })).body
}
