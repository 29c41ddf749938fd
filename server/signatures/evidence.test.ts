// Evidence for a signature: the complete file was delivered, the signer reauthenticated, and the name is the one that
// the team recorded.
import { request } from 'node:http'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signWith } from '../../tests/authenticator.ts'
import { contractInput } from '../../tests/contracts.ts'
import { newcomer } from '../../tests/newcomers.ts'
import { addPasskey, originOf } from '../../tests/passkeys.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import * as make from '../../tests/samples.ts'
import { bytesOf } from '../../tests/sealed.ts'
import { documentToSign, openedToSign, sign, typedSignature } from '../../tests/signatures.ts'
import { addDocument } from '../../tests/uploads.ts'
import { fixturePassword, createTestApp, type Caller, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())
beforeEach(async () => {
  await testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
  await testApp.db.run(sql`delete from rate_limits`)
})

const { password: _password, ...unconfirmed } = typedSignature

/** A document and a contract waiting for Ann's signature: the signing endpoint and the file endpoint. */
const kinds: Record<string, () => Promise<{ url: string; file: string }>> = {
  document: async () => {
    const { id, objectPath } = await documentToSign(testApp)
    return { url: `/api/documents/${id}`, file: objectPath }
  },
  contract: async () => {
    const { body } = await testApp.alice.post('/api/contracts', contractInput(testApp))
    return { url: `/api/contracts/${body.id}`, file: `/api/contracts/${body.id}/pdf` }
  },
}

async function sizeOf(file: string): Promise<number> {
  const { headers } = await testApp.ann.get(file, { range: 'bytes=0-0' })
  return Number(String(headers['content-range']).split('/')[1])
}

describe.each(Object.entries(kinds))('the evidence for a %s', (_kind, waiting) => {
  it('is not complete after a HEAD request or one byte', async () => {
    const { url, file } = await waiting()
    expect((await testApp.ann.send({ method: 'HEAD', url: file })).status).toBe(200)
    expect((await testApp.ann.get(file, { range: 'bytes=0-0' })).status).toBe(206)
    const answer = await testApp.ann.post(`${url}/signature`, typedSignature)
    expect([answer.status, answer.body.message]).toEqual([
      409,
      expect.stringContaining('read it to the end before you sign.'),
    ])
    expect((await testApp.ann.get(url)).body.openedAt).toBeNull()
  })

  it('is complete when delivered ranges add up to the file, in any order', async () => {
    const { url, file } = await waiting()
    const size = await sizeOf(file)
    await testApp.ann.get(file, { range: `bytes=${size - 100}-` })
    await testApp.ann.get(file, { range: 'bytes=0-99' })
    await testApp.ann.get(file, { range: `bytes=101-${size - 50}` })
    expect((await testApp.ann.post(`${url}/signature`, typedSignature)).status, 'byte 100 is missing').toBe(409)
    await testApp.ann.get(file, { range: 'bytes=100-100' })
    expect((await testApp.ann.post(`${url}/signature`, typedSignature)).status).toBe(201)
  })

  it('is complete after one full response, and only the client sees that', async () => {
    const { url, file } = await waiting()
    const whole = await testApp.ann.get(file)
    expect(whole.headers['accept-ranges'], 'viewers load it whole').toBe('none')
    await testApp.sam.get(file)
    const signed = await testApp.ann.post(`${url}/signature`, typedSignature)
    expect([signed.status, signed.body.openedAt]).toEqual([201, expect.any(String)])
    expect((await testApp.sam.get(url)).body.openedAt).toBeNull()
  })

  it('is not complete after the browser’s own viewer loaded the file, and is after a download', async () => {
    const { url, file } = await waiting()
    const [inline, download] = file.startsWith('/api/contracts/')
      ? [file, `${file}?download=1`]
      : [`${file}?inline=1`, file]
    for (const dest of ['document', 'iframe', 'embed']) {
      const viewed = await testApp.ann.get(inline, { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': dest })
      expect([viewed.status, viewed.headers['content-disposition']]).toEqual([200, expect.stringMatching(/^inline/)])
    }
    expect((await testApp.ann.post(`${url}/signature`, typedSignature)).status).toBe(409)
    expect((await testApp.ann.get(url)).body.openedAt).toBeNull()
    const saved = await testApp.ann.get(download, { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })
    expect([saved.status, saved.headers['content-disposition']]).toEqual([200, expect.stringMatching(/^attachment/)])
    expect((await testApp.ann.post(`${url}/signature`, typedSignature)).status).toBe(201)
  })

  it('requires a correct password or a passkey', async () => {
    const { url, file } = await waiting()
    await testApp.ann.get(file)
    const without = await testApp.ann.post(`${url}/signature`, unconfirmed)
    expect([without.status, without.body.code, without.body.message]).toEqual([
      403,
      'step-up',
      'Enter your password or use a passkey to sign.',
    ])
    const wrong = await testApp.ann.post(`${url}/signature`, { ...typedSignature, password: 'not the pass phrase' })
    expect([wrong.status, wrong.body.issues]).toEqual([
      400,
      [{ path: 'password', message: 'This isn’t your password.' }],
    ])
    expect(
      (await testApp.auditLog()).some(
        ({ action, actorId }) => action === 'session.refused' && actorId === testApp.people.ann.id,
      ),
    ).toBe(true)
    expect((await testApp.ann.get(url)).body.signature).toBeNull()
    expect((await testApp.ann.post(`${url}/signature`, typedSignature)).status).toBe(201)
  })

  it('refuses strangers and the team before checking a password', async () => {
    const { url, file } = await waiting()
    await testApp.ann.get(file)
    const wrong = { ...typedSignature, password: 'not the pass phrase' }
    for (const who of [testApp.eve, testApp.sue]) expect((await who.post(`${url}/signature`, wrong)).status).toBe(404)
    expect((await testApp.sam.post(`${url}/signature`, wrong)).status).toBe(403)
  })
})

it('does not count a response that the reader interrupted', async () => {
  const bytes = make.pdfOfSize(9_000_000)
  const { id, objectPath } = await documentToSign(testApp, { bytes })
  const address = await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  await new Promise<void>((resolve, reject) => {
    const headers = { cookie: testApp.ann.cookie ?? '' }
    request(`${address}${objectPath}`, { headers }, (answer) => {
      answer.once('data', () => answer.destroy())
      answer.once('close', () => resolve())
    })
      .once('error', reject)
      .end()
  })
  expect((await sign(testApp.ann, { id })).status).toBe(409)
  await testApp.ann.get(objectPath)
  expect((await sign(testApp.ann, { id })).status).toBe(201)
})

it('records the delivery of a document once, and does not need an audit entry for signing', async () => {
  const document = await openedToSign(testApp)
  await testApp.ann.get(document.objectPath)
  expect((await sign(testApp.ann, document)).status).toBe(201)
  const entries = (await testApp.auditLog()).filter(
    ({ entityId, action }) => entityId === document.id && action === 'document.delivered',
  )
  expect(entries.map(({ actorId, details }) => [actorId, details])).toEqual([
    [testApp.people.ann.id, { sha256: document.sha256 }],
  ])
})

it('limits wrong passwords at signing together with those of reauthentication', async () => {
  const document = await openedToSign(testApp)
  const wrong = { ...typedSignature, password: 'not the pass phrase' }
  for (let i = 0; i < 10; i++) await sign(testApp.ann, document, wrong)
  expect((await sign(testApp.ann, document)).status).toBe(429)
  expect((await testApp.ann.post('/api/sessions/proof', { password: fixturePassword })).status).toBe(429)
  await testApp.db.run(sql`delete from rate_limits`)
  expect((await sign(testApp.ann, document)).status).toBe(201)
})

it('stores no hash of the password with the stored reply of a repeated call', async () => {
  const document = await openedToSign(testApp)
  const url = `/api/documents/${document.id}/signature`
  const first = await testApp.ann.post(url, typedSignature, { 'idempotency-key': document.id })
  expect(first.status).toBe(201)
  const again = await testApp.ann.post(
    url,
    { ...typedSignature, password: 'a different document' },
    { 'idempotency-key': document.id },
  )
  expect([again.status, again.text]).toEqual([201, first.text])
})

/** A client with their own folder, and a document in it that they have opened. */
async function signer(): Promise<{ id: string; email: string; caller: Caller; document: { id: string } }> {
  const { id, email, caller } = await newcomer(testApp, 'client')
  const folder = await testApp.alice.post('/api/client-folders', {
    name: `Folder ${id}`,
    services: 'HR',
    clientEmail: email,
    assignedStaffId: testApp.people.sam.id,
  })
  expect(folder.status, folder.text).toBe(201)
  const { body, text, status } = await addDocument(testApp.alice, folder.body.id, { requiresSignature: true })
  expect(status, text).toBe(201)
  await caller.get(body.objectPath)
  return { id, email, caller, document: body }
}

/** The text of the certificate of a new signature, as one line. */
async function certificateOf(caller: Caller, { id }: { id: string }): Promise<string> {
  await testApp.runJobs()
  return (await textOf(await bytesOf(testApp, `/api/documents/${id}/certificate`, caller))).replace(/\s+/g, ' ')
}

describe('a passkey at signing', () => {
  async function holder() {
    const person = await signer()
    const { key } = await addPasskey(testApp, person.caller)
    const answer = async () =>
      signWith(key, (await person.caller.post('/api/passkeys/challenge')).body, originOf(testApp))
    return { ...person, answer }
  }

  it('confirms a signature, once, and is named on the certificate', async () => {
    const { caller, document, answer } = await holder()
    const passkey = await answer()
    const signed = await sign(caller, document, { ...unconfirmed, passkey })
    expect(signed.status, signed.text).toBe(201)
    expect(await certificateOf(caller, document)).toContain('Used passkey to sign')
    const { body } = await addDocument(testApp.alice, signed.body.clientFolderId, { requiresSignature: true })
    await caller.get(body.objectPath)
    const again = await sign(caller, body, { ...unconfirmed, passkey })
    expect(again.status, 'the same answer once more').toBe(400)
  })

  it('is refused if it belongs to another user', async () => {
    const { answer } = await holder()
    const document = await openedToSign(testApp)
    const refused = await sign(testApp.ann, document, { ...unconfirmed, passkey: await answer() })
    expect(refused.status).toBe(400)
  })
})

it('is suggested to a user without a password', async () => {
  const { id, caller, document } = await signer()
  await testApp.db.run(sql`update users set password = null where id = ${id}`)
  const answer = await sign(caller, document)
  expect([answer.status, answer.body.message]).toEqual([
    409,
    'Your account has no password. Sign with a passkey, or choose “Forgot password?” when you sign in.',
  ])
})

it('refuses to sign a PDF with a script that was requested before scripts were detected', async () => {
  const document = await openedToSign(testApp)
  await testApp.db.run(sql`update documents set active_content = '{javascript}' where id = ${document.id}`)
  const answer = await sign(testApp.ann, document)
  expect([answer.status, answer.body.message]).toEqual([
    409,
    'This PDF contains JavaScript, so it can’t be signed. Print it to a new PDF and upload that.',
  ])
})

describe('the name on the certificate', () => {
  it('is the recorded one, together with the name in the account and the typed one', async () => {
    const { caller, document } = await signer()
    const own = (await caller.get('/api/user')).body
    const renamed = await caller.patch(
      '/api/profile',
      { firstName: 'Warren', lastName: 'Buffett', phone: null },
      { 'if-match': `"${own.version}"` },
    )
    expect(renamed.status, renamed.text).toBe(200)
    const signed = await sign(caller, document, { ...typedSignature, name: 'Mickey Mouse' })
    expect(signed.body.signature.signerName).toBe('Noor Haddad')
    const text = await certificateOf(caller, document)
    for (const words of [
      'Noor Haddad signed',
      'Name in the account Warren Buffett',
      'Mickey Mouse This differs from the recorded name.',
      'Entered password to sign',
    ])
      expect(text).toContain(words)
    const entry = (await testApp.auditLog()).find(
      ({ action, entityId }) => action === 'document.signed' && entityId === document.id,
    )
    expect(entry?.details).toMatchObject({
      confirmedBy: 'password',
      typedAnotherName: true,
      accountHasAnotherName: true,
    })
    expect(JSON.stringify(entry)).not.toMatch(/Buffett|Mouse/)
  })

  it('follows a change by an administrator, and lists earlier names', async () => {
    const { id, email, caller, document } = await signer()
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    const edit = (more: object) =>
      alice.put(`/api/users/${id}`, { email, firstName: 'Noor', lastName: 'Haddad', role: 'client', ...more })
    expect((await edit({ lastName: 'Hill' })).body.recordedName).toBe('Noor Hill')
    expect((await edit({ lastName: 'Hill', recordedName: 'Noor A. Hill' })).body.recordedName).toBe('Noor A. Hill')
    expect((await edit({ lastName: 'Hill', phone: '(804) 555-0117' })).body.recordedName).toBe('Noor A. Hill')
    await sign(caller, document, { ...typedSignature, name: 'noor a.  hill' })
    const text = await certificateOf(caller, document)
    for (const words of [
      'Noor A. Hill signed',
      'Name in the account Noor Hill',
      'Earlier names in the account Noor Haddad',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('This is not the recorded name.')
  })
})
