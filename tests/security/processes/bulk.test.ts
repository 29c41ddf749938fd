// An import of thousands of clients and a message to all of them: killed midway, completed exactly once for each client, and
// without slowing down people who are using the portal.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { startPortal } from '../../running-portal.ts'
import { pdf, zip } from '../../samples.ts'
import { count, measured } from '../measured.ts'
import { type Client, percentile, rowsOf, signIn, visitor } from './client.ts'

const hour = 3_600_000

/** A list of clients in which one of 16 rows is faulty. */
function clientList(rows: number, lead: string): { csv: string; faulty: number } {
  const lines = ['Business name,Email,First name,Last name,Phone,Sector,Employees,Tax exempt,Consultant']
  let faulty = 0
  for (let n = 1; n <= rows; n++) {
    const isFaulty = n % 16 === 0 && faulty < Math.ceil(rows * 0.06)
    if (isFaulty) faulty++
    const email = isFaulty ? 'not an address' : `client${n}@import.example`
    lines.push(`Client ${n},${email},Ana,Number${n},804-555-0100,Private business,${1 + (n % 400)},no,${lead}`)
  }
  return { csv: lines.join('\n'), faulty }
}

/** Calls of a signed-in person, 60 a second. Returns a function that stops them. */
function working(client: Client) {
  const times: number[] = []
  const end = new AbortController()
  const paths = ['/api/client-folders/summaries?limit=20', '/api/dashboard', '/api/notifications', '/api/hr-policies']
  const calls: Promise<unknown>[] = []
  const running = (async () => {
    for (let n = 0; !end.signal.aborted; n++) {
      const path = paths[n % paths.length] as string
      calls.push(
        client.call('GET', path).then(
          ({ milliseconds }) => times.push(milliseconds),
          () => {},
        ),
      )
      await pause(1000 / 60)
    }
  })()
  return async () => {
    end.abort()
    await running
    await Promise.all(calls)
    return times
  }
}

it(
  'imports each client once and sends each a message once when the portal is killed on the way, while people work',
  { timeout: hour },
  async (test) => {
    const total = count(400, 5000)
    let portal = await startPortal({ DEMO: 'on', CALLS_PER_MINUTE: 'off' })
    onTestFinished(() => portal.stop())
    let admin = await signIn(portal.url, 'admin')
    const restart = async () => {
      await portal.kill()
      portal = await startPortal({ DEMO: 'on', CALLS_PER_MINUTE: 'off' }, portal.dataDir)
      admin = visitor(portal.url, admin.cookie)
    }
    const until = async (
      path: string,
      isReached: (body: { status: string; counts: Record<string, number> }) => boolean,
    ) =>
      expect
        .poll(async () => isReached((await admin.call('GET', path)).body), { timeout: hour / 2, interval: 100 })
        .toBe(true)

    const { csv, faulty } = clientList(total, 'staff@example.com')
    const began = performance.now()
    const uploaded = await fetch(`${portal.url}/api/client-imports`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', cookie: admin.cookie },
      body: csv,
    })
    const { id: importId, counts } = (await uploaded.json()) as { id: string; counts: Record<string, number> }
    const checkSeconds = (performance.now() - began) / 1000
    expect(counts).toEqual({ pending: total - faulty, done: 0, skipped: 0, failed: faulty })
    const its = `/api/client-imports/${importId}`
    await admin.call('POST', `${its}/start`, { invites: false })
    for (const share of [0.2, 0.4]) {
      await until(its, (body) => (body.counts.done ?? 0) > total * share)
      await restart()
    }
    const [stop, from, alreadyDone] = [
      working(await signIn(portal.url, 'staff')),
      performance.now(),
      ((await admin.call('GET', its)).body as { counts: { done: number } }).counts.done,
    ]
    await until(its, ({ status }) => status === 'finished')
    const rate = (total - faulty - alreadyDone) / ((performance.now() - from) / 1000)
    const besideImport = await stop()
    const rows = await rowsOf<{ name: string }>(
      portal.dataDir,
      "select name from client_folders where name like 'Client %'",
    )
    expect(rows).toHaveLength(total - faulty)
    expect(new Set(rows.map(({ name }) => name)).size).toBe(total - faulty)
    expect((await admin.call('GET', its)).body.counts).toEqual({
      pending: 0,
      done: total - faulty,
      skipped: 0,
      failed: faulty,
    })

    const message = { kind: 'message', content: 'To every client', recipients: { filter: { q: 'Client ' } } }
    const { id: actionId } = (await admin.call('POST', '/api/bulk-actions', message)).body as { id: string }
    const action = `/api/bulk-actions/${actionId}`
    await until(action, (body) => (body.counts.done ?? 0) > total * 0.3)
    await restart()
    const stopAgain = working(await signIn(portal.url, 'staff'))
    await until(action, ({ status }) => status === 'finished')
    const besideMessages = await stopAgain()
    const sent = await rowsOf<{ folders: number; messages: number }>(
      portal.dataDir,
      "select count(*)::int as messages, count(distinct client_folder_id)::int as folders from messages where content = 'To every client'",
    )
    expect(sent).toEqual([{ folders: total - faulty, messages: total - faulty }])
    const audited = await rowsOf(
      portal.dataDir,
      "select from audit_entries where action = 'message.sent' and address = 'job'",
    )
    expect(audited).toHaveLength(total - faulty)
    expect((await admin.call('GET', '/api/audit/verification')).body).toMatchObject({ whole: true })
    measured(
      test,
      `${total} rows checked in ${checkSeconds.toFixed(1)} s, ${rate.toFixed(0)} imported a second, three kills; p99 of others ${percentile(besideImport, 0.99).toFixed(0)} ms beside the import, ${percentile(besideMessages, 0.99).toFixed(0)} ms beside the message`,
    )
  },
)

it('adds each document of a ZIP once when the portal is killed on the way', { timeout: hour }, async (test) => {
  const total = count(60, 600)
  let portal = await startPortal({ DEMO: 'on', CALLS_PER_MINUTE: 'off' })
  onTestFinished(() => portal.stop())
  let admin = await signIn(portal.url, 'admin')
  const [folder] = (await admin.call('GET', '/api/client-folders')).body as { id: string }[]
  const { uploadURL } = (await admin.call('POST', '/api/objects/upload')).body as { uploadURL: string }
  const { pathname, search } = new URL(uploadURL)
  const files = Array.from({ length: total }, (_, n) => ({ name: `Scans/${n}.pdf`, content: pdf(`document ${n}`) }))
  await fetch(`${portal.url}${pathname}${search}`, { method: 'PUT', body: new Uint8Array(zip(files)) })
  const input = { documentURL: uploadURL, fileName: 'Scans.zip', clientFolderId: folder?.id }
  const its = `/api/document-imports/${((await admin.call('POST', '/api/document-imports', input)).body as { id: string }).id}`
  const began = performance.now()
  await admin.call('POST', `${its}/start`, {})
  const read = async () => (await admin.call('GET', its)).body as { status: string; counts: Record<string, number> }
  for (const share of [0.2, 0.6]) {
    await expect
      .poll(async () => ((await read()).counts.done ?? 0) > total * share, { timeout: hour / 2, interval: 20 })
      .toBe(true)
    await portal.kill()
    portal = await startPortal({ DEMO: 'on', CALLS_PER_MINUTE: 'off' }, portal.dataDir)
    admin = visitor(portal.url, admin.cookie)
  }
  await expect.poll(async () => (await read()).status, { timeout: hour / 2, interval: 100 }).toBe('finished')
  expect((await read()).counts).toEqual({ pending: 0, done: total, skipped: 0, failed: 0 })
  const rows = await rowsOf<{ name: string }>(
    portal.dataDir,
    "select original_name as name from documents where subfolder is null and original_name similar to '[0-9]+.pdf'",
  )
  expect(new Set(rows.map(({ name }) => name)).size).toBe(total)
  expect(rows).toHaveLength(total)
  const seconds = (performance.now() - began) / 1000
  measured(test, `${total} documents of a ZIP added in ${seconds.toFixed(0)} s, two kills`)
})
