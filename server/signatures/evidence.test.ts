// What a signature rests on: the whole file was sent, the signer confirmed who they are, and the name is the one that the team recorded.
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
import { askedToSign, openedToSign, sign, typedSignature } from '../../tests/signatures.ts'
import { addDocument } from '../../tests/uploads.ts'
import { castPassword, createWorld, type Caller, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
  await world.db.run(sql`delete from rate_limits`)
})

const { password: _password, ...unconfirmed } = typedSignature

/** A document and a contract that wait for Ann: where they are signed, and where their bytes are. */
const kinds: Record<string, () => Promise<{ url: string; file: string }>> = {
  document: async () => {
    const { id, objectPath } = await askedToSign(world)
    return { url: `/api/documents/${id}`, file: objectPath }
  },
  contract: async () => {
    const { body } = await world.alice.post('/api/contracts', contractInput(world))
    return { url: `/api/contracts/${body.id}`, file: `/api/contracts/${body.id}/pdf` }
  },
}

async function sizeOf(file: string): Promise<number> {
  const { headers } = await world.ann.get(file, { range: 'bytes=0-0' })
  return Number(String(headers['content-range']).split('/')[1])
}

describe.each(Object.entries(kinds))('a %s', (_kind, waiting) => {
  it('is not opened by a HEAD request or by one byte', async () => {
    const { url, file } = await waiting()
    expect((await world.ann.send({ method: 'HEAD', url: file })).status).toBe(200)
    expect((await world.ann.get(file, { range: 'bytes=0-0' })).status).toBe(206)
    const answer = await world.ann.post(`${url}/signature`, typedSignature)
    expect([answer.status, answer.body.message]).toEqual([
      409,
      expect.stringContaining('read it to the end before you sign.'),
    ])
    expect((await world.ann.get(url)).body.openedAt).toBeNull()
  })

  it('is opened when ranges that were sent add up to all of it, in any order', async () => {
    const { url, file } = await waiting()
    const size = await sizeOf(file)
    await world.ann.get(file, { range: `bytes=${size - 100}-` })
    await world.ann.get(file, { range: 'bytes=0-99' })
    await world.ann.get(file, { range: `bytes=101-${size - 50}` })
    expect((await world.ann.post(`${url}/signature`, typedSignature)).status, 'byte 100 is missing').toBe(409)
    await world.ann.get(file, { range: 'bytes=100-100' })
    expect((await world.ann.post(`${url}/signature`, typedSignature)).status).toBe(201)
  })

  it('is opened by one whole response, and says so to the client alone', async () => {
    const { url, file } = await waiting()
    const whole = await world.ann.get(file)
    expect(whole.headers['accept-ranges'], 'viewers load it whole').toBe('none')
    await world.sam.get(file)
    const signed = await world.ann.post(`${url}/signature`, typedSignature)
    expect([signed.status, signed.body.openedAt]).toEqual([201, expect.any(String)])
    expect((await world.sam.get(url)).body.openedAt).toBeNull()
  })

  it('is not signed without a password or a passkey, and not with a wrong one', async () => {
    const { url, file } = await waiting()
    await world.ann.get(file)
    const without = await world.ann.post(`${url}/signature`, unconfirmed)
    expect([without.status, without.body.code, without.body.message]).toEqual([
      403,
      'step-up',
      'Enter your password or use a passkey to sign.',
    ])
    const wrong = await world.ann.post(`${url}/signature`, { ...typedSignature, password: 'not the pass phrase' })
    expect([wrong.status, wrong.body.issues]).toEqual([
      400,
      [{ path: 'password', message: 'This is not your password.' }],
    ])
    expect(
      (await world.trail()).some(
        ({ action, actorId }) => action === 'session.refused' && actorId === world.people.ann.id,
      ),
    ).toBe(true)
    expect((await world.ann.get(url)).body.signature).toBeNull()
    expect((await world.ann.post(`${url}/signature`, typedSignature)).status).toBe(201)
  })

  it('answers a stranger and the team before it looks at a password', async () => {
    const { url, file } = await waiting()
    await world.ann.get(file)
    const wrong = { ...typedSignature, password: 'not the pass phrase' }
    for (const who of [world.eve, world.sue]) expect((await who.post(`${url}/signature`, wrong)).status).toBe(404)
    expect((await world.sam.post(`${url}/signature`, wrong)).status).toBe(403)
  })
})

it('counts nothing of a response that the reader cut off', async () => {
  const bytes = make.pdfOfSize(9_000_000)
  const { id, objectPath } = await askedToSign(world, { bytes })
  const address = await world.app.listen({ host: '127.0.0.1', port: 0 })
  await new Promise<void>((resolve, reject) => {
    const headers = { cookie: world.ann.cookie ?? '' }
    request(`${address}${objectPath}`, { headers }, (answer) => {
      answer.once('data', () => answer.destroy())
      answer.once('close', () => resolve())
    })
      .once('error', reject)
      .end()
  })
  expect((await sign(world.ann, { id })).status).toBe(409)
  await world.ann.get(objectPath)
  expect((await sign(world.ann, { id })).status).toBe(201)
})

it('notes once that a person received all of a document, and needs no line of the audit log to let them sign', async () => {
  const document = await openedToSign(world)
  await world.ann.get(document.objectPath)
  expect((await sign(world.ann, document)).status).toBe(201)
  const entries = (await world.trail()).filter(
    ({ entityId, action }) => entityId === document.id && action === 'document.delivered',
  )
  expect(entries.map(({ actorId, details }) => [actorId, details])).toEqual([
    [world.people.ann.id, { sha256: document.sha256 }],
  ])
})

it('limits wrong passwords at signing together with those of the proof', async () => {
  const document = await openedToSign(world)
  const wrong = { ...typedSignature, password: 'not the pass phrase' }
  for (let i = 0; i < 10; i++) await sign(world.ann, document, wrong)
  expect((await sign(world.ann, document)).status).toBe(429)
  expect((await world.ann.post('/api/sessions/proof', { password: castPassword })).status).toBe(429)
  await world.db.run(sql`delete from rate_limits`)
  expect((await sign(world.ann, document)).status).toBe(201)
})

it('stores no hash of the password beside the answer that is kept for a repeated call', async () => {
  const document = await openedToSign(world)
  const url = `/api/documents/${document.id}/signature`
  const first = await world.ann.post(url, typedSignature, { 'idempotency-key': document.id })
  expect(first.status).toBe(201)
  const again = await world.ann.post(
    url,
    { ...typedSignature, password: 'another one' },
    { 'idempotency-key': document.id },
  )
  expect([again.status, again.text]).toEqual([201, first.text])
})

/** A client with a folder of their own, and a document there that they have opened. */
async function signer(): Promise<{ id: string; email: string; caller: Caller; document: { id: string } }> {
  const { id, email, caller } = await newcomer(world, 'client')
  const folder = await world.alice.post('/api/client-folders', {
    name: `Folder ${id}`,
    services: 'HR',
    clientEmail: email,
    assignedStaffId: world.people.sam.id,
  })
  expect(folder.status, folder.text).toBe(201)
  const { body, text, status } = await addDocument(world.alice, folder.body.id, { requiresSignature: true })
  expect(status, text).toBe(201)
  await caller.get(body.objectPath)
  return { id, email, caller, document: body }
}

/** The text of the certificate of what was just signed, as one line. */
async function certificateOf(caller: Caller, { id }: { id: string }): Promise<string> {
  await world.runJobs()
  return (await textOf(await bytesOf(world, `/api/documents/${id}/certificate`, caller))).replace(/\s+/g, ' ')
}

describe('a passkey', () => {
  async function holder() {
    const person = await signer()
    const { key } = await addPasskey(world, person.caller)
    const answer = async () =>
      signWith(key, (await person.caller.post('/api/passkeys/challenge')).body, originOf(world))
    return { ...person, answer }
  }

  it('confirms a signature, once, and stands on the certificate', async () => {
    const { caller, document, answer } = await holder()
    const passkey = await answer()
    const signed = await sign(caller, document, { ...unconfirmed, passkey })
    expect(signed.status, signed.text).toBe(201)
    expect(await certificateOf(caller, document)).toContain('Passkey, used to sign')
    const { body } = await addDocument(world.alice, signed.body.clientFolderId, { requiresSignature: true })
    await caller.get(body.objectPath)
    const again = await sign(caller, body, { ...unconfirmed, passkey })
    expect(again.status, 'the same answer once more').toBe(400)
  })

  it('of another person confirms nothing', async () => {
    const { answer } = await holder()
    const document = await openedToSign(world)
    const refused = await sign(world.ann, document, { ...unconfirmed, passkey: await answer() })
    expect(refused.status).toBe(400)
  })
})

it('tells someone without a password what to do', async () => {
  const { id, caller, document } = await signer()
  await world.db.run(sql`update users set password = null where id = ${id}`)
  const answer = await sign(caller, document)
  expect([answer.status, answer.body.message]).toEqual([
    409,
    'Your account has no password. Sign with a passkey, or choose “Forgot password?” when you sign in.',
  ])
})

it('refuses to sign a PDF with a script that was requested before scripts were looked for', async () => {
  const document = await openedToSign(world)
  await world.db.run(sql`update documents set active_content = '{javascript}' where id = ${document.id}`)
  const answer = await sign(world.ann, document)
  expect([answer.status, answer.body.message]).toEqual([
    409,
    'This PDF contains JavaScript, so it can’t be signed. Print it to a new PDF and upload that.',
  ])
})

describe('the name on the certificate', () => {
  it('is the one that the team recorded, with the name that the client chose since and the one they typed', async () => {
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
      'Mickey Mouse This is not the recorded name.',
      'Password, entered to sign',
    ])
      expect(text).toContain(words)
    const entry = (await world.trail()).find(
      ({ action, entityId }) => action === 'document.signed' && entityId === document.id,
    )
    expect(entry?.details).toMatchObject({
      confirmedBy: 'password',
      typedAnotherName: true,
      accountHasAnotherName: true,
    })
    expect(JSON.stringify(entry)).not.toMatch(/Buffett|Mouse/)
  })

  it('follows what an administrator says, and lists the earlier ones', async () => {
    const { id, email, caller, document } = await signer()
    const alice = await world.signIn(world.people.alice.id, 'admin')
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
