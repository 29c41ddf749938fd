// I3 and I4: what a portal logs while people work and things go wrong.
import { setTimeout as pause } from 'node:timers/promises'
import { rm } from 'node:fs/promises'
import { startPortal } from '../../running-portal.ts'
import type { Probe } from '../check.ts'
import { folderOf, rowsOf, signIn, visitor } from './client.ts'

const canaries = {
  password: 'canary-password-quokka',
  message: 'canary-message-numbat',
  number: '923-45-6789',
  birth: '1971-02-29',
  search: 'canary-search-bilby',
  token: 'canary-token-potoroo',
}

/** I3: at the most talkative level. */
export const silence: Probe = async () => {
  const portal = await startPortal({ LOG_LEVEL: 'trace' })
  try {
    const client = await signIn(portal.url, 'client')
    const path = `/api/client-folders/${await folderOf(client)}/messages`
    const content = `${canaries.message} ${canaries.number} ${canaries.birth}`
    const told: string[] = []
    const sent = [
      await visitor(portal.url).call('POST', '/api/login', { username: 'client', password: canaries.password }),
      await visitor(portal.url).call('POST', '/api/password/reset', {
        token: canaries.token,
        password: canaries.password,
      }),
      await client.call('POST', path, { content, [canaries.message]: 1 }),
      await client.call('GET', `/api/search?q=${canaries.search}`),
      await client.call('GET', `/api/search?q=${canaries.search}&cursor=${canaries.search}`),
      await visitor(portal.url).call('POST', '/api/invitations/accept', {
        token: canaries.token,
        password: canaries.password,
      }),
    ]
    for (const { status, text } of sent) if (status >= 400) told.push(text)
    await client.call('POST', path, { content })
    // A fault in the database, whose message holds what was sent.
    await rowsOf(portal.dataDir, 'alter table messages add constraint canary check (length(content) < 3) not valid')
    const fault = await client.call('POST', path, { content })
    const all = `${portal.said()}\n${fault.text}`
    const echoed = told.filter((text) =>
      [canaries.password, canaries.token, canaries.number].some((each) => text.includes(each)),
    )
    const hits = Object.entries(canaries).filter(([, word]) => all.includes(word))
    const cookie = client.cookie.split('=').at(-1) as string
    if (all.includes(cookie)) hits.push(['session', ''])
    const lines = portal.said().split('\n').length
    const isBare = fault.status === 500 && Object.keys(fault.body).toSorted().join() === 'code,issues,message,reference'
    return {
      passed: hits.length === 0 && echoed.length === 0 && isBare && lines > 10,
      figure: `${hits.map(([name]) => name).join(', ') || 'no canary'} in ${lines} lines; a fault tells ${isBare ? 'its number only' : fault.text.slice(0, 100)}`,
    }
  } finally {
    await portal.stop()
  }
}

const program = 'process.on("SIGUSR2", () => void Promise.reject(new Error("a stray one")))'
const stray = `data:text/javascript;base64,${Buffer.from(program).toString('base64')}`

/** I4: a rejection that nobody waits for. */
export const strayRejection: Probe = async () => {
  const portal = await startPortal({ NODE_OPTIONS: `--import ${stray}` })
  const client = await signIn(portal.url, 'client')
  const path = `/api/client-folders/${await folderOf(client)}/messages`
  await client.call('POST', path, { content: 'Before the end' })
  process.kill(portal.pid, 'SIGUSR2')
  const ended = await Promise.race([portal.ended, pause(12_000, null)])
  const logged = portal.said().includes('a stray one')
  if (ended === null) await portal.kill()
  const again = await startPortal({}, portal.dataDir)
  const rows = await rowsOf(again.dataDir, "select from messages where content = 'Before the end'")
  await again.stop()
  await rm(portal.dataDir, { recursive: true, force: true })
  return {
    passed: ended !== null && ended.code !== 0 && logged && rows.length === 1,
    figure: `${ended === null ? 'goes on' : `ended with ${ended.code ?? ended.signal}`}, ${logged ? 'logged' : 'not logged'}, ${rows.length} of 1 row there after a start`,
  }
}
