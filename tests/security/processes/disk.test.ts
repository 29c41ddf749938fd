// What is on disk before the portal acknowledges a write, and a full disk.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { firstFolder } from '../../instances/writers.ts'
import { startPortal } from '../../running-portal.ts'
import { measured } from '../measured.ts'
import { has, messagesPath, rowsOf, sendDocument, signIn } from './client.ts'

it.runIf(has('strace'))(
  'H2: every commit is flushed, and a file is flushed before and after it gets its name',
  async (test) => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-strace-'))
    const trace = join(folder, 'trace')
    const calls = 'trace=fsync,fdatasync,link,linkat,rename,renameat,renameat2'
    const portal = await startPortal({}, undefined, ['strace', '-f', '--seccomp-bpf', '-e', calls, '-o', trace])
    onTestFinished(async () => {
      // strace ends with the portal that it started.
      for (const [pid] of readFileSync(`/proc/${portal.pid}/task/${portal.pid}/children`, 'utf8').matchAll(/\d+/g))
        process.kill(Number(pid), 'SIGTERM')
      await portal.ended
      for (const each of [folder, portal.dataDir]) rmSync(each, { recursive: true, force: true })
    })
    const client = await signIn(portal.url, 'client')
    const path = await messagesPath(client)
    const lines = () => readFileSync(trace, 'utf8').split('\n').filter(Boolean)
    const before = lines().length
    for (let i = 0; i < 30; i++) await client.call('POST', path, { content: `Message ${i}` })
    const flushes = lines()
      .slice(before)
      .filter((line) => line.includes('fdatasync('))
    expect(flushes.length).toBeGreaterThanOrEqual(30)
    const start = lines().length
    expect(await sendDocument(client, await firstFolder(client), 'One.pdf')).toBe(201)
    const steps = lines()
      .slice(start)
      .map((line) => /^\d+\s+(fsync|link|rename)(?:at)?\(/.exec(line)?.[1] ?? '')
    const sequence = steps.filter((step) => step !== '').join(' ')
    measured(test, `${flushes.length} flushes for 30 commits; a file: ${sequence}`)
    expect(sequence).toMatch(/fsync (link|rename) .*fsync/)
  },
)

const isRoot = process.getuid?.() === 0

it.runIf(isRoot)(
  'H3: on a full disk writes are refused, reads continue, and nothing acknowledged is lost',
  async (test) => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-small-'))
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=0711', 'tmpfs', folder])
    onTestFinished(() => {
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    })
    if (mounted.status !== 0) return test.skip('cannot mount a small disk here')
    let portal = await startPortal({}, folder)
    onTestFinished(() => portal.kill())
    const fate = { ended: false }
    void portal.ended.then(() => (fate.ended = true))
    const client = await signIn(portal.url, 'client')
    const path = await messagesPath(client)
    expect(await sendDocument(client, await firstFolder(client), 'One.pdf')).toBe(507)
    const saved: string[] = []
    const statuses = new Map<string, number>()
    let slowest = 0
    const write = async (content: string) => {
      const began = performance.now()
      const status = await client.call('POST', path, { content }).then(
        (reply) => String(reply.status),
        () => 'no answer',
      )
      slowest = Math.max(slowest, (performance.now() - began) / 1000)
      if (status === '201') saved.push(content)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    for (let i = 0; i < 20; i++) await write(`before ${i}`)
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(join(folder, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - 64 * 1024)))
    for (let i = 0; i < 60 && !fate.ended; i++) await write(`full ${i} ${'x'.repeat(9000)}`)
    const read = await client.call('GET', path).then(
      ({ status }) => status,
      () => 0,
    )
    // A database that cannot write its log stops, and the portal stops with it.
    if (read !== 200) await portal.ended
    rmSync(join(folder, 'filler'))
    if (fate.ended) portal = await startPortal({}, folder)
    const rows = await rowsOf<{ content: string }>(folder, 'select content from messages')
    const contents = new Set(rows.map(({ content }) => content))
    measured(
      test,
      `writes ${[...statuses].map(([status, n]) => `${n} × ${status}`).join(', ')}; slowest ${slowest.toFixed(1)} s`,
    )
    expect(saved.filter((content) => !contents.has(content))).toEqual([])
    expect([...statuses.keys()].filter((status) => !['201', '503', '507', 'no answer'].includes(status))).toEqual([])
    expect(slowest).toBeLessThan(10)
    expect((await fetch(`${portal.url}/readyz`)).status).toBe(200)
    process.kill(portal.pid, 'SIGTERM')
    await portal.ended
  },
)
