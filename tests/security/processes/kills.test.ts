// A portal that is killed while people write loses nothing that it acknowledged.
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { firstFolder } from '../../instances/writers.ts'
import { type Portal, startPortal } from '../../running-portal.ts'
import { count, measured } from '../measured.ts'
import { type Client, messagesPath, rowsOf, runCommand, sendDocument, signIn, visitor } from './client.ts'

const hour = 3_600_000

it(
  'H1: nothing acknowledged is lost or duplicated when the portal is killed while ten people write, or while it starts',
  { timeout: hour },
  async (test) => {
    const rounds = count(4, 200)
    let portal = await startPortal()
    onTestFinished(() => portal.stop())
    const client = await signIn(portal.url, 'client')
    const path = await messagesPath(client)
    const saved: string[] = []
    let slowest = 0
    for (let round = 0; round < rounds; round++) {
      const until = saved.length + 20 + (round % 15) * 10
      const caller = visitor(portal.url, client.cookie)
      const writing = Array.from({ length: 10 }, (_, n) =>
        writeUntilKilled(caller, path, `round ${round} writer ${n}`, saved),
      )
      await expect.poll(() => saved.length, { timeout: 20_000, interval: 5 }).toBeGreaterThanOrEqual(until)
      await portal.kill()
      await Promise.all(writing)
      if (round % 4 === 3) await killWhileStarting(portal.dataDir, 0.1 + (round % 7) * 0.15)
      const began = performance.now()
      portal = await startPortal({}, portal.dataDir)
      slowest = Math.max(slowest, (performance.now() - began) / 1000)
    }
    const ours = "from messages where content like 'round %'"
    const rows = (await rowsOf<{ content: string }>(portal.dataDir, `select content ${ours}`)).map((row) => row.content)
    const audited = await rowsOf(
      portal.dataDir,
      `select from audit_entries where action = 'message.sent' and entity_id in (select id ${ours})`,
    )
    measured(test, `${rounds} kills, ${saved.length} acknowledged, slowest start ${slowest.toFixed(1)} s`)
    expect(saved.filter((content) => !rows.includes(content))).toEqual([])
    expect(new Set(rows).size).toBe(rows.length)
    expect(audited).toHaveLength(rows.length)
    const admin = await signIn(portal.url, 'admin')
    expect((await admin.call('GET', '/api/audit/verification')).body).toMatchObject({ whole: true })
    expect(slowest).toBeLessThan(10)
  },
)

async function writeUntilKilled(client: Client, path: string, name: string, saved: string[]) {
  for (let i = 0; ; i++) {
    const content = `${name} message ${i}`
    const reply = await client.call('POST', path, { content }, { 'idempotency-key': content }).catch(() => null)
    if (reply === null) return
    if (reply.status === 201) saved.push(content)
  }
}

/** If it replies before its time is over, it is killed then as well. */
const killWhileStarting = (dataDir: string, seconds: number) =>
  startPortal({}, dataDir, ['timeout', '-s', 'KILL', String(seconds)]).then(
    (portal) => portal.ended,
    () => undefined,
  )

it('G1: a repeated POST with the same key after a kill and a restart gets the same reply', async () => {
  let portal = await startPortal()
  onTestFinished(() => portal.stop())
  const client = await signIn(portal.url, 'client')
  const path = await messagesPath(client)
  const key = { 'idempotency-key': 'before-the-restart' }
  const first = await client.call('POST', path, { content: 'Once' }, key)
  await portal.kill()
  portal = await startPortal({}, portal.dataDir)
  const again = visitor(portal.url, client.cookie)
  expect((await again.call('POST', path, { content: 'Once' }, key)).text).toBe(first.text)
  expect((await again.call('POST', path, { content: 'Other' }, key)).status).toBe(422)
  const rows = await rowsOf(portal.dataDir, "select from messages where content in ('Once', 'Other')")
  expect([first.status, rows.length]).toEqual([201, 1])
})

it(
  'D6: rows and stored files agree after kills during uploads and a day of sweeping',
  { timeout: hour },
  async (test) => {
    const rounds = count(2, 50)
    let portal = await startPortal({ DEMO: 'on' })
    onTestFinished(() => portal.stop())
    const client = await signIn(portal.url, 'client')
    const folder = await firstFolder(client)
    const saved: string[] = []
    for (let round = 0; round < rounds; round++) {
      await rowsOf(portal.dataDir, 'delete from rate_limits')
      // A person may upload 100 files a day.
      await rowsOf(portal.dataDir, "update uploads set created_at = created_at - interval '1 day'")
      const before = saved.length
      const caller = visitor(portal.url, client.cookie)
      const uploading = Array.from({ length: 4 }, (_, n) =>
        uploadUntilKilled(caller, folder, `round ${round} ${n}`, saved),
      )
      await expect.poll(() => saved.length, { timeout: 30_000, interval: 2 }).toBeGreaterThan(before + 1 + (round % 8))
      await portal.kill()
      await Promise.all(uploading)
      portal = await startPortal({ DEMO: 'on' }, portal.dataDir)
    }
    await sweepAsAfterThreeDays(portal)
    const documents = await rowsOf<{ name: string }>(portal.dataDir, 'select original_name as name from documents')
    const names = new Set(documents.map(({ name }) => name))
    const keys = await rowsOf(
      portal.dataDir,
      'select storage_key from documents union select storage_key from archived_pdfs union select storage_key from folder_exports where storage_key is not null',
    )
    const verified = await runCommand('verify', [], { DATA_DIR: portal.dataDir, DEMO: 'on' })
    measured(test, `${rounds} kills, ${saved.length} documents acknowledged, ${keys.length} files`)
    expect(saved.filter((name) => !names.has(name))).toEqual([])
    expect(filesUnder(join(portal.dataDir, 'files'))).toHaveLength(keys.length)
    expect(verified.code, verified.output).toBe(0)
  },
)

async function uploadUntilKilled(client: Client, folder: string, name: string, saved: string[]) {
  for (let i = 0; ; i++) {
    const status = await sendDocument(client, folder, `${name} ${i}.pdf`).catch(() => null)
    if (status === 201) saved.push(`${name} ${i}.pdf`)
    else return
  }
}

async function sweepAsAfterThreeDays({ dataDir }: Portal) {
  await rowsOf(dataDir, "update uploads set created_at = created_at - interval '3 days'")
  const past = new Date(Date.now() - 3 * 86_400_000)
  for (const file of filesUnder(join(dataDir, 'files'))) utimesSync(file, past, past)
  await rowsOf(dataDir, "select graphile_worker.add_job('sweep-uploads')")
  const waiting = "select from graphile_worker.jobs where task_identifier = 'sweep-uploads' and run_at <= now()"
  await expect.poll(() => rowsOf(dataDir, waiting), { timeout: 60_000 }).toEqual([])
}

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

const program = 'process.on("SIGUSR2", () => void Promise.reject(new Error("an unhandled rejection")))'
const rejecting = `data:text/javascript;base64,${Buffer.from(program).toString('base64')}`

it('I4: an unhandled rejection is logged and ends the process, and acknowledged data is there', async () => {
  let portal = await startPortal({ NODE_OPTIONS: `--import ${rejecting}` })
  onTestFinished(() => portal.stop())
  const client = await signIn(portal.url, 'client')
  await client.call('POST', await messagesPath(client), { content: 'Before the end' })
  process.kill(portal.pid, 'SIGUSR2')
  expect((await portal.ended).code).toBeGreaterThan(0)
  await expect.poll(() => portal.output()).toContain('an unhandled rejection')
  portal = await startPortal({}, portal.dataDir)
  expect(await rowsOf(portal.dataDir, "select from messages where content = 'Before the end'")).toHaveLength(1)
})
