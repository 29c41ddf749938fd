// Sealing two signatures of one contract is killed at each step: nothing is lost or duplicated.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRights, company, contactIn } from '../../tests/contacts.ts'
import { contractInput } from '../../tests/contracts.ts'
import { bytesOf, expectSealed } from '../../tests/sealed.ts'
import { startSealing } from '../../tests/sealing.ts'
import { createTestApp, fixturePassword, type TestApp } from '../../tests/test-app.ts'
import { IdRow, typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const typedSignature = { consent: true, kind: 'typed', name: 'A signer', password: fixturePassword }

/** A contract that two people signed, before either signature is sealed. */
async function signedByTwo() {
  const folderId = await company(testApp)
  const { userId, cora } = await contactIn(testApp, folderId, { ...allRights, sign: true })
  const signers = [userId, testApp.people.ann.id].map((each, index) => ({ userId: each, position: index + 1 }))
  const input = contractInput(testApp, { clientFolderId: folderId, signers })
  const { id } = (await testApp.alice.post('/api/contracts', input)).body as { id: string }
  const path = `/api/contracts/${id}`
  for (const who of [cora, testApp.ann]) {
    await who.get(`${path}/pdf`)
    expect((await who.post(`${path}/signature`, typedSignature)).status).toBe(201)
  }
  const signatures = await testApp.db.rows(typed(IdRow)`
    select id from signatures where entity_id = ${id} order by signed_at, id`)
  return { id, path, signatureIds: signatures.map((signature) => signature.id) }
}

async function expectSealedOnce({ id, path }: Awaited<ReturnType<typeof signedByTwo>>) {
  const pdfs = await testApp.db.rows(typed(z.object({ kind: z.string(), count: z.number() }))`
    select kind, count(*)::int as count from archived_pdfs where entity_id = ${id} group by kind order by kind`)
  expect(pdfs).toEqual([
    { kind: 'certificate', count: 2 },
    { kind: 'original', count: 1 },
    { kind: 'sealed', count: 2 },
  ])
  const actions = (await testApp.auditLog()).filter(({ entityId }) => entityId === id).map(({ action }) => action)
  expect(actions.filter((action) => action === 'contract.signed')).toHaveLength(2)
  expect(actions.filter((action) => action === 'contract.sealed')).toHaveLength(2)
  await expectSealed(testApp, await bytesOf(testApp, `${path}/pdf`), 'contract', 2)
}

describe('sealing two signatures of one contract', () => {
  it.each(['printed', 'sealed', 'stored', 'written'] as const)(
    'is completed once for both after it was killed when the first was %s',
    async (step) => {
      const signing = await signedByTwo()
      const { ended } = await startSealing(testApp, signing.signatureIds[1] ?? '', step)
      expect(await ended).toMatchObject({ signal: 'SIGKILL' })
      expect(
        await testApp.db.rows(sql`select from archived_pdfs where entity_id = ${signing.id} and kind <> 'original'`),
      ).toEqual([])
      await testApp.runJobs()
      await expectSealedOnce(signing)
    },
  )

  it('is completed once by two processes at the same time, one for each signature', async () => {
    const signing = await signedByTwo()
    const both = await Promise.all(signing.signatureIds.map((id) => startSealing(testApp, id)))
    for (const { ended } of both) expect(await ended).toMatchObject({ code: 0 })
    await expectSealedOnce(signing)
    await testApp.runJobs()
    await expectSealedOnce(signing)
  })
})
