// What was answered with 201 is there, whatever happens to the process: ten writers, fifteen kills.
import { expect, test } from '@playwright/test'
import { startPortal, type Portal } from './portal.ts'

const rounds = 15
const writers = 10

async function cookieOf(portal: Portal, username: string): Promise<string> {
  const answer = await fetch(`${portal.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: `demo-${username}-2026` }),
  })
  expect(answer.status).toBe(200)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Writes until the portal is gone; tells which messages were acknowledged. */
async function writeUntilGone(portal: Portal, cookie: string, folderId: string, name: string, acknowledged: string[]) {
  for (let i = 0; i < 10_000; i++) {
    const content = `${name} ${i}`
    try {
      const answer = await fetch(`${portal.url}/api/client-folders/${folderId}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, 'idempotency-key': content },
        body: JSON.stringify({ content }),
      })
      if (answer.status === 201) acknowledged.push(content)
    } catch {
      return
    }
  }
}

test('fifteen kills lose nothing that was acknowledged, double nothing, and leave the trail whole', async () => {
  test.setTimeout(240_000)
  let portal = await startPortal()
  const cookie = await cookieOf(portal, 'client')
  const folders = (await (await fetch(`${portal.url}/api/client-folders`, { headers: { cookie } })).json()) as {
    id: string
  }[]
  const folderId = folders[0]?.id ?? ''
  const acknowledged: string[] = []
  for (let round = 0; round < rounds; round++) {
    const before = acknowledged.length
    const writing = Array.from({ length: writers }, (_, n) =>
      writeUntilGone(portal, cookie, folderId, `round ${round} writer ${n} message`, acknowledged),
    )
    // Killed at another point each time, but never before somebody was told "saved".
    await expect.poll(() => acknowledged.length - before, { intervals: [5] }).toBeGreaterThan(20 + round * 15)
    await portal.kill()
    await Promise.all(writing)
    portal = await startPortal({}, portal.dataDir)
  }
  const there: string[] = []
  let next: string | null = `/api/client-folders/${folderId}/messages?limit=200`
  while (next !== null) {
    const answer: Response = await fetch(`${portal.url}${next}`, { headers: { cookie } })
    for (const { content } of (await answer.json()) as { content: string }[]) there.push(content)
    next = /<(.+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
  }
  expect(new Set(there).size, 'nothing is there twice').toBe(there.length)
  const lost = acknowledged.filter((content) => !there.includes(content))
  expect(lost).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(rounds * 20)
  const admin = await cookieOf(portal, 'admin')
  const trail = await (await fetch(`${portal.url}/api/audit/verification`, { headers: { cookie: admin } })).json()
  expect(trail).toMatchObject({ whole: true })
  await portal.stop()
})
