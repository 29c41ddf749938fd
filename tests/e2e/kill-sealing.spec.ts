// The portal is killed moments after a signature: after a restart, the contract is sealed once, automatically.
import { expect, test } from '@playwright/test'
import { callerFor, demonstration, type Caller } from './people.ts'
import { startPortal, type Portal } from './portal.ts'

/** Milliseconds between the reply to the signature and the kill. */
const moments = [0, 20, 60, 120, 250, 400]

interface Contract {
  id: string
  signature: { sealedAt: string | null } | null
}

const cookieOf = async (portal: Portal, username: string) => {
  const answer = await fetch(`${portal.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: `demo-${username}-2026` }),
  })
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** A contract that the demonstration's client has opened. */
async function openedContract(portal: Portal, admin: Caller, cookie: string, clientFolderId: string): Promise<string> {
  const input = { clientName: 'Taylor Brooks', clientEmail: 'client@example.com', totalValue: 450_000 }
  const { id } = await admin('POST', '/api/contracts', { clientFolderId, ...input, startDate: '2027-01-01' })
  expect((await fetch(`${portal.url}/api/contracts/${id}/pdf`, { headers: { cookie } })).status).toBe(200)
  return id
}

test('after a kill following a signature, the restarted portal seals it once', async () => {
  test.setTimeout(600_000)
  let portal = await startPortal()
  const cookie = await cookieOf(portal, 'client')
  const signed: string[] = []
  for (const moment of moments) {
    const admin = await callerFor(portal, demonstration('admin'))
    const folders = await admin<{ id: string }[]>('GET', '/api/client-folders')
    const id = await openedContract(portal, admin, cookie, folders[0]?.id ?? '')
    const answer = await fetch(`${portal.url}/api/contracts/${id}/signature`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ consent: true, kind: 'typed', name: 'Taylor Brooks', password: 'demo-client-2026' }),
    })
    expect(answer.status).toBe(201)
    signed.push(id)
    await new Promise((resolve) => setTimeout(resolve, moment))
    await portal.kill()
    portal = await startPortal({}, portal.dataDir)
    const read = async () =>
      (await (await fetch(`${portal.url}/api/contracts/${id}`, { headers: { cookie } })).json()) as Contract
    await expect.poll(async () => (await read()).signature?.sealedAt ?? null, { timeout: 20_000 }).not.toBeNull()
    const sealed = await fetch(`${portal.url}/api/contracts/${id}/pdf`, { headers: { cookie } })
    expect(Buffer.from(await sealed.arrayBuffer()).includes('/ByteRange')).toBe(true)
  }
  const admin = await callerFor(portal, demonstration('admin'))
  for (const id of signed) {
    const auditEntries = (await admin<{ action: string }[]>('GET', `/api/audit?entityId=${id}`)).map(
      ({ action }) => action,
    )
    expect(
      auditEntries.filter((auditEntry) => auditEntry === 'contract.signed' || auditEntry === 'contract.sealed'),
    ).toEqual(['contract.sealed', 'contract.signed'])
  }
  const emails = await admin<{ subject: string }[]>('GET', '/api/outbox?limit=200')
  expect(emails.filter(({ subject }) => subject === 'Your signed contract from ProHR is ready')).toHaveLength(
    moments.length,
  )
  expect(await admin('GET', '/api/audit/verification')).toMatchObject({ whole: true })
  await portal.stop()
})
