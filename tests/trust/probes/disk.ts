// H2 and H3: what is on disk before "saved", and a disk that is full.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pdf } from '../../samples.ts'
import { startPortal } from '../../running-portal.ts'
import { Missing, type Probe } from '../check.ts'
import { type Client, folderOf, rowsOf, signIn } from './client.ts'
import { need } from './tools.ts'

const messages = 30

async function upload(url: string, client: Client): Promise<number> {
  const { body, status } = await client.call('POST', '/api/objects/upload')
  if (status !== 201) return status
  const path = body.uploadURL.replace(/^https?:\/\/[^/]+/, '')
  const answer = await fetch(`${url}${path}`, {
    method: 'PUT',
    body: new Uint8Array(pdf()),
    signal: AbortSignal.timeout(15_000),
  })
  return answer.status
}

/** H2: strace sees each flush, and in which order a file comes to its place. */
export const flushes: Probe = async () => {
  need('strace')
  const folder = mkdtempSync(join(tmpdir(), 'portal-strace-'))
  const trace = join(folder, 'trace')
  const calls = 'trace=fsync,fdatasync,link,linkat,rename,renameat,renameat2'
  const portal = await startPortal({}, undefined, ['strace', '-f', '--seccomp-bpf', '-e', calls, '-o', trace])
  try {
    const client = await signIn(portal.url, 'client')
    const path = `/api/client-folders/${await folderOf(client)}/messages`
    const lines = () => readFileSync(trace, 'utf8').split('\n').filter(Boolean)
    const before = lines().length
    for (let i = 0; i < messages; i++) await client.call('POST', path, { content: `Message ${i}` })
    const flushed = lines()
      .slice(before)
      .filter((line) => line.includes('fdatasync(')).length
    const start = lines().length
    const status = await upload(portal.url, client)
    const steps = lines()
      .slice(start)
      .map((line) => /^\d+\s+(fsync|link|linkat|rename)\(/.exec(line)?.[1])
      .filter((step) => step !== undefined)
    const inOrder = /fsync (link|linkat|rename) .*fsync/.test(steps.join(' ').replace(/linkat|link/g, 'link'))
    return {
      passed: flushed >= messages && status === 200 && inOrder,
      figure: `${flushed} flushes for ${messages} commits; a file: ${steps.join(', ')}`,
    }
  } finally {
    // strace ends with the portal that it started.
    for (const pid of childrenOf(portal.pid)) process.kill(pid, 'SIGTERM')
    await portal.ended
    rmSync(folder, { recursive: true, force: true })
    rmSync(portal.dataDir, { recursive: true, force: true })
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** H3: on a small disk of its own, which is filled to the last byte. */
export const fullDisk: Probe = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-small-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=0711', 'tmpfs', folder]).status !== 0)
    throw new Missing('A small disk cannot be mounted here; run this as root, outside a container that forbids it.')
  const filler = join(folder, 'filler')
  const acknowledged: string[] = []
  const statuses = new Map<string, number>()
  let slowest = 0
  try {
    const portal = await startPortal({}, folder)
    const fate = { ended: false }
    void portal.ended.then(() => (fate.ended = true))
    const client = await signIn(portal.url, 'client')
    const path = `/api/client-folders/${await folderOf(client)}/messages`
    const uploaded = await upload(portal.url, client)
    const write = async (content: string) => {
      const began = performance.now()
      const status = await client.call('POST', path, { content }).then(
        (reply) => reply.status,
        () => 'no answer' as const,
      )
      slowest = Math.max(slowest, (performance.now() - began) / 1000)
      if (status === 201) acknowledged.push(content)
      statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1)
    }
    for (let i = 0; i < 20; i++) await write(`before ${i}`)
    fill(folder, filler)
    for (let i = 0; i < 60 && !fate.ended; i++) await write(`full ${i} ${'x'.repeat(9000)}`)
    const read = fate.ended ? 'ended' : (await client.call('GET', path)).status
    rmSync(filler)
    const again = fate.ended ? await startPortal({}, folder) : portal
    const rows = await rowsOf<{ content: string }>(folder, 'select content from messages')
    const there = new Set(rows.map(({ content }) => content))
    const lost = acknowledged.filter((content) => !there.has(content)).length
    const health = (await fetch(`${again.url}/readyz`)).status
    process.kill(again.pid, 'SIGTERM')
    await again.ended
    const odd = [...statuses.keys()].filter((status) => !['201', '503', '507', 'no answer'].includes(status))
    return {
      passed:
        uploaded === 507 &&
        lost === 0 &&
        slowest <= 10 &&
        odd.length === 0 &&
        (read === 200 || read === 'ended') &&
        health === 200,
      figure: `upload ${uploaded}; writes ${[...statuses].map(([status, n]) => `${n} × ${status}`).join(', ')}; reading ${read}; slowest ${slowest.toFixed(1)} s; ${lost} of ${acknowledged.length} lost; ready afterwards ${health}`,
    }
  } finally {
    spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  }
}

function fill(folder: string, filler: string) {
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 64 * 1024)))
}
