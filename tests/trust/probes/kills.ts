// H1, H7 and G1: a portal that is killed, stopped or started again while people write.
import { setTimeout as pause } from 'node:timers/promises'
import { rm } from 'node:fs/promises'
import { type Portal, startPortal } from '../../running-portal.ts'
import type { Finding, Probe } from '../check.ts'
import { type Client, folderOf, rowsOf, signIn, visitor } from './client.ts'

const writers = 10

interface Said {
  acknowledged: string[]
  /** Statuses of what was answered otherwise. */
  refused: number[]
}

/** Writes until the portal does not answer any more. */
async function writeUntilGone(client: Client, folder: string, name: string, said: Said) {
  for (let i = 0; i < 10_000; i++) {
    const content = `${name} message ${i}`
    try {
      const reply = await client.call(
        'POST',
        `/api/client-folders/${folder}/messages`,
        { content },
        { 'idempotency-key': content },
      )
      if (reply.status === 201) said.acknowledged.push(content)
      else said.refused.push(reply.status)
    } catch {
      return
    }
  }
}

const writeAll = (client: Client, folder: string, round: number, said: Said) =>
  Promise.all(
    Array.from({ length: writers }, (_, n) => writeUntilGone(client, folder, `round ${round} writer ${n}`, said)),
  )

/** What is in the database, against what was said to be saved. */
async function found(portal: Portal, { acknowledged }: Said) {
  const rows = await rowsOf<{ content: string }>(
    portal.dataDir,
    "select content from messages where content like 'round %'",
  )
  const there = new Set(rows.map(({ content }) => content))
  const [{ entries } = { entries: '0' }] = await rowsOf<{ entries: string }>(
    portal.dataDir,
    "select count(*) as entries from audit_entries e where action = 'message.sent' and exists (select from messages m where m.id = e.entity_id and m.content like 'round %')",
  )
  return {
    lost: acknowledged.filter((content) => !there.has(content)).length,
    doubled: rows.length - there.size,
    untold: rows.length - Number(entries),
  }
}

/** H1: also while it starts, every fourth time. */
export const kills: Probe = async ({ long }) => {
  const rounds = long ? 200 : 20
  let portal = await startPortal()
  const client = await signIn(portal.url, 'client')
  const folder = await folderOf(client)
  const said: Said = { acknowledged: [], refused: [] }
  let slowest = 0
  for (let round = 0; round < rounds; round++) {
    const before = said.acknowledged.length
    const writing = writeAll(visitor(portal.url, client.cookie), folder, round, said)
    for (
      const until = Date.now() + 20_000;
      said.acknowledged.length < before + 20 + (round % 15) * 10 && Date.now() < until;
    )
      await pause(5)
    await portal.kill()
    await writing
    if (round % 4 === 3) await killedWhileStarting(portal.dataDir, 100 + (round % 7) * 150)
    const began = performance.now()
    portal = await startPortal({}, portal.dataDir)
    slowest = Math.max(slowest, (performance.now() - began) / 1000)
  }
  const { lost, doubled, untold } = await found(portal, said)
  const admin = await signIn(portal.url, 'admin')
  const { body } = await admin.call('GET', '/api/audit/verification')
  await portal.stop()
  return {
    passed: lost === 0 && doubled === 0 && untold === 0 && body.whole === true && slowest <= 10,
    figure: `${rounds} kills, ${said.acknowledged.length} acknowledged, ${lost} lost, ${doubled} twice, ${untold} without an entry, trail ${body.whole === true ? 'whole' : 'broken'}, slowest start ${slowest.toFixed(1)} s`,
  }
}

async function killedWhileStarting(dataDir: string, milliseconds: number) {
  const starting = startPortal({}, dataDir, ['timeout', '-s', 'KILL', String(milliseconds / 1000)])
  // On a quick machine it answers before its time is over; killing `timeout` then would leave the portal running.
  await starting.then(
    (portal) => portal.ended,
    () => undefined,
  )
}

/** H7: SIGTERM while ten write, and again a moment later. */
export const termination: Probe = async () => {
  const portal = await startPortal()
  const client = await signIn(portal.url, 'client')
  const folder = await folderOf(client)
  const said: Said = { acknowledged: [], refused: [] }
  const writing = writeAll(client, folder, 0, said)
  while (said.acknowledged.length < 50) await pause(5)
  const began = performance.now()
  process.kill(portal.pid, 'SIGTERM')
  await pause(50)
  process.kill(portal.pid, 'SIGTERM')
  const { code, signal } = await portal.ended
  const seconds = (performance.now() - began) / 1000
  await writing
  const again = await startPortal({}, portal.dataDir)
  const { lost, doubled } = await found(again, said)
  await again.stop()
  const odd = said.refused.filter((status) => status !== 503)
  return {
    passed: code === 0 && seconds <= 10 && lost === 0 && doubled === 0 && odd.length === 0,
    figure: `ended with ${code ?? signal} after ${seconds.toFixed(1)} s, ${said.acknowledged.length} acknowledged, ${lost} lost, ${odd.length} answered oddly`,
  }
}

/** G1: the same POST with the same key after a start. */
export const keyAfterStart: Probe = async (): Promise<Finding> => {
  const portal = await startPortal()
  const client = await signIn(portal.url, 'client')
  const path = `/api/client-folders/${await folderOf(client)}/messages`
  const key = { 'idempotency-key': 'before-the-restart' }
  const first = await client.call('POST', path, { content: 'Once' }, key)
  await portal.kill()
  const again = await startPortal({}, portal.dataDir)
  try {
    const same = await visitor(again.url, client.cookie).call('POST', path, { content: 'Once' }, key)
    const other = await visitor(again.url, client.cookie).call('POST', path, { content: 'Other' }, key)
    const rows = await rowsOf(again.dataDir, "select from messages where content in ('Once', 'Other')")
    return {
      passed: first.status === 201 && same.text === first.text && other.status === 422 && rows.length === 1,
      figure: `after a kill: ${same.text === first.text ? 'the same answer' : same.status}, other content ${other.status}, ${rows.length} row`,
    }
  } finally {
    await again.stop()
    await rm(portal.dataDir, { recursive: true, force: true })
  }
}
