// The firm signs a contract when it sends it: by whom, when it is required, and what the PDFs show.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signWith } from '../../tests/authenticator.ts'
import { approvedProposal, contractInput, signContract } from '../../tests/contracts.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { originOf, passkeyHolder } from '../../tests/passkeys.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { bytesOf, expectSealed } from '../../tests/sealed.ts'
import { isInstalled, pdfsig } from '../../tests/seals.ts'
import { type Answer, createTestApp, fixturePassword, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const firmSignature = { password: fixturePassword }
const firmSigns = (isOn: boolean) => testApp.alice.patch('/api/firm-settings', { contracts: { firmSigns: isOn } })
const create = (more: object = { firmSignature }, headers = {}) =>
  testApp.alice.post('/api/contracts', contractInput(testApp, { ...more }), headers)
const created = async (more?: object) => {
  const answer = await create(more)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const refusalOf = ({ status, body }: Answer) => [status, body.message]
const contracts = async () => (await testApp.db.rows(sql`select from contracts`)).length
const signaturesOf = (id: string) =>
  testApp.db.rows(typed(z.object({ textVersion: z.int(), confirmedBy: z.string() }))`
    select text_version as "textVersion", confirmed_by as "confirmedBy" from firm_signatures where contract_id = ${id}
    order by text_version`)

/** How many signatures poppler validates in a file, which must be installed; places that are not signed don't count. */
const signaturesIn = (bytes: Buffer) => pdfsig(bytes).match(/Signature Validation:/g)?.length ?? 0

describe('a contract that the firm signs when sending it', () => {
  it('shows the firm’s signature in the PDF that the client reads, which is sealed', async () => {
    const contract = await created()
    const path = `/api/contracts/${contract.id}`
    expect(contract).toMatchObject({ status: 'draft', firmSignature: { signerName: 'Alice Moore' }, signature: null })
    expect(await signaturesOf(contract.id)).toEqual([{ textVersion: 1, confirmedBy: 'password' }])
    const read = await bytesOf(testApp, `${path}/pdf`)
    await expectSealed(testApp, read, 'contract')
    expect(await checkAccessible(read)).toEqual([])
    const text = await textOf(read)
    expect(text).toContain('Alice Moore')
    expect(text).not.toContain('Issued by')
    expect(text).not.toContain('Signature certificate')
  })

  it('has the seal of each signer after the client signed, and a certificate that names both', async () => {
    const contract = await created()
    const path = `/api/contracts/${contract.id}`
    const read = await bytesOf(testApp, `${path}/pdf`)
    const answer = await signContract(testApp, contract.id)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({ status: 'active', firmSignature: { signerName: 'Alice Moore' } })
    await testApp.runJobs()
    const sealed = await bytesOf(testApp, `${path}/pdf`)
    await expectSealed(testApp, sealed, 'contract', 2)
    expect(await checkAccessible(sealed)).toEqual([])
    expect(sealed.subarray(0, read.length).equals(read)).toBe(true)
    const text = await textOf(await bytesOf(testApp, `${path}/certificate`))
    for (const fact of ['Signer for the provider', 'Alice Moore', 'Ann Keller', 'Signed for the provider'])
      expect(text).toContain(fact)
    expect(sealed.toString('latin1')).toContain('Signed by Alice Moore for')
    expect((await bytesOf(testApp, `${path}/pdf?original=1`)).equals(read)).toBe(true)
  })

  it('is not verified after one byte of the firm’s part changed', async () => {
    const { id } = await created()
    await signContract(testApp, id)
    await testApp.runJobs()
    const sealed = await bytesOf(testApp, `/api/contracts/${id}/pdf`)
    const at = sealed.indexOf('Signed by Alice Moore')
    expect(at).toBeGreaterThan(0)
    sealed.write('s', at)
    const { verdict } = await testApp.context.seal.verify(sealed)
    expect(verdict).toMatchObject({ is: 'changed', found: 'content' })
  })

  it('leaves an audit entry, and its PDF is stored by the job before anyone opens it', async () => {
    const { id } = await created()
    const originals = () =>
      testApp.db.rows(sql`select from archived_pdfs where entity_id = ${id} and kind = 'original'`)
    expect(await originals()).toHaveLength(0)
    await testApp.runJobs()
    expect(await originals()).toHaveLength(1)
    const entry = (await testApp.auditLog()).find(
      ({ action, entityId }) => action === 'contract.firm-signed' && entityId === id,
    )
    expect(entry).toMatchObject({
      actorId: testApp.people.alice.id,
      details: { textVersion: 1, confirmedBy: 'password' },
    })
  })

  it('is signed again for each edited text, and can’t lose its signature in an edit', async () => {
    const { id, version } = await created()
    const path = `/api/contracts/${id}`
    const before = await bytesOf(testApp, `${path}/pdf`)
    const without = await testApp.alice.put(path, { terms: 'New terms' })
    expect(refusalOf(without)).toEqual([403, 'Enter your password or use a passkey to sign.'])
    const edited = await testApp.alice.put(path, { terms: 'New terms', firmSignature }, { 'if-match': `"${version}"` })
    expect(edited.status, edited.text).toBe(200)
    expect(await signaturesOf(id)).toHaveLength(2)
    const after = await bytesOf(testApp, `${path}/pdf`)
    expect(after.equals(before)).toBe(false)
    await expectSealed(testApp, after, 'contract')
  })

  it('is signed with a passkey, once for each challenge', async () => {
    const { caller, key } = await passkeyHolder(testApp, 'admin')
    const passkey = signWith(key, (await caller.post('/api/passkeys/challenge')).body, originOf(testApp))
    const send = () => caller.post('/api/contracts', contractInput(testApp, { firmSignature: { passkey } }))
    const { status, text, body } = await send()
    expect(status, text).toBe(201)
    expect(await signaturesOf(body.id)).toEqual([{ textVersion: 1, confirmedBy: 'passkey' }])
    const before = await contracts()
    expect((await send()).status).toBe(400)
    expect(await contracts()).toBe(before)
  })

  it('is signed once by two edits of the same version at the same time', async () => {
    const { id, version } = await created()
    const edit = (terms: string) =>
      testApp.alice.put(`/api/contracts/${id}`, { terms, firmSignature }, { 'if-match': `"${version}"` })
    const answers = await Promise.all([edit('One'), edit('Two')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    expect(await signaturesOf(id)).toHaveLength(2)
  })

  it('can come from a proposal', async () => {
    const proposal = await approvedProposal(testApp)
    const { status, body } = await testApp.alice.post(`/api/proposals/${proposal}/contract`, { firmSignature })
    expect([status, body.firmSignature?.signerName]).toEqual([201, 'Alice Moore'])
  })

  it('is created once by a repeated request', async () => {
    const before = await contracts()
    const key = { 'idempotency-key': 'firm-signs-once' }
    const answers = [await create(undefined, key), await create(undefined, key)]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[1]?.body.id).toBe(answers[0]?.body.id)
    expect(await contracts()).toBe(before + 1)
  })
})

describe('without a valid signature of the firm', () => {
  it.each<[string, object, number, string]>([
    ['a wrong password', { firmSignature: { password: 'not-the-password' } }, 400, 'This isn’t your password.'],
    ['neither password nor passkey', { firmSignature: {} }, 403, 'Enter your password or use a passkey to sign.'],
    ['an unknown field', { firmSignature: { name: 'Alice' } }, 400, 'Unknown field: "name".'],
  ])('nothing is created: %s', async (_what, more, status, sentence) => {
    const before = await contracts()
    const answer = await create(more)
    expect([answer.status, answer.body.issues?.[0]?.message ?? answer.body.message]).toEqual([status, sentence])
    expect(await contracts()).toBe(before)
  })

  it('a contract is created that the firm didn’t sign', async () => {
    const contract = await created({})
    expect(contract.firmSignature).toBeNull()
    const read = await bytesOf(testApp, `/api/contracts/${contract.id}/pdf`)
    if (isInstalled('pdfsig')) expect(signaturesIn(read)).toBe(0)
    expect(await textOf(read)).toContain('Issued by')
  })

  it('a contract can be edited until the firm signs it, which an edit can do', async () => {
    const { id } = await created({})
    const path = `/api/contracts/${id}`
    expect((await testApp.alice.put(path, { terms: 'x' })).body.firmSignature).toBeNull()
    const signed = await testApp.alice.put(path, { firmSignature })
    expect([signed.status, signed.body.firmSignature?.signerName]).toEqual([200, 'Alice Moore'])
    expect(await signaturesOf(id)).toEqual([{ textVersion: 3, confirmedBy: 'password' }])
  })

  it('the portal asks for one until the firm turns it off', async () => {
    const asks = async () => (await testApp.sam.get('/api/firm-settings/billing')).body.firmSignsContracts
    expect(await asks()).toBe(true)
    await firmSigns(false)
    expect(await asks()).toBe(false)
    await firmSigns(true)
    expect(await asks()).toBe(true)
  })

  it('staff and clients can’t sign for the firm, and a signed contract gets no second signature', async () => {
    const { id } = await created()
    for (const who of [testApp.sam, testApp.ann])
      expect((await who.put(`/api/contracts/${id}`, { terms: 'x', firmSignature })).status).toBe(403)
    expect((await testApp.sue.put(`/api/contracts/${id}`, { terms: 'x', firmSignature })).status).toBe(404)
    await signContract(testApp, id)
    expect((await testApp.alice.put(`/api/contracts/${id}`, { terms: 'x', firmSignature })).status).toBe(409)
    expect(await signaturesOf(id)).toHaveLength(1)
    await expect(testApp.db.run(sql`update firm_signatures set signer_name = 'x'`)).rejects.toThrow('append-only')
  })
})
