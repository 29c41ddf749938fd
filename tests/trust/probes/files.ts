// D2 and D6: what ten large files at once cost, and whether rows and bytes agree when a portal was killed while files arrived.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Portal, startPortal } from '../../running-portal.ts'
import { pdf, pdfOfSize } from '../../samples.ts'
import type { Probe } from '../check.ts'
import { type Client, folderOf, rowsOf, signIn, visitor } from './client.ts'

const most = 10_485_760
const mostGrownMegabytes = 50

/** D2: memory is what the process holds at its highest; of two tries the lower one counts, since others' work only adds. */
export const tenLargeFiles: Probe = async () => {
  const portal = await startPortal({ DEMO: 'on' })
  try {
    const client = await signIn(portal.url, 'client')
    const bytes = pdfOfSize(most)
    await Promise.all([uploadTo(client, bytes), uploadTo(client, bytes)])
    const grown: number[] = []
    const statuses: number[] = []
    while (grown.length < 2 && Math.min(...grown, Infinity) > mostGrownMegabytes) {
      await rowsOf(portal.dataDir, 'delete from rate_limits')
      const before = memoryOf(portal)
      let highest = before
      const watching = setInterval(() => (highest = Math.max(highest, memoryOf(portal))), 20)
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => uploadTo(client, bytes)))))
      clearInterval(watching)
      grown.push(Math.round(highest - before))
    }
    const taken = statuses.filter((status) => status === 200).length
    return {
      passed: taken === statuses.length && Math.min(...grown) <= mostGrownMegabytes,
      figure: `${taken} of ${statuses.length} of ${most} bytes taken, ten at once; memory +${grown.join(', then +')} MB`,
    }
  } finally {
    await portal.stop()
  }
}

const memoryOf = ({ pid }: Portal) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function uploadTo(client: Client, bytes: Buffer): Promise<number> {
  const { body, status } = await client.call('POST', '/api/objects/upload')
  if (status !== 201) return status
  return (await fetch(body.uploadURL, { method: 'PUT', body: new Uint8Array(bytes) })).status
}

/** D6: a kill at any moment between the address, the bytes and the row; then a day passes, and the sweep runs. */
export const killedUploads: Probe = async ({ long }) => {
  const rounds = long ? 50 : 6
  let portal = await startPortal({ DEMO: 'on' })
  const { cookie } = await signIn(portal.url, 'client')
  const folder = await folderOf(visitor(portal.url, cookie))
  const kept: string[] = []
  for (let round = 0; round < rounds; round++) {
    await rowsOf(portal.dataDir, 'delete from rate_limits')
    await rowsOf(portal.dataDir, "update uploads set created_at = created_at - interval '2 days'")
    const before = kept.length
    const uploading = Promise.all(
      Array.from({ length: 4 }, (_, n) => uploadUntilGone(portal, cookie, folder, `round ${round} ${n}`, kept)),
    )
    const until = Date.now() + 30_000
    while (kept.length < before + 2 + round && Date.now() < until) await pause(2)
    await portal.kill()
    await uploading
    portal = await startPortal({ DEMO: 'on' }, portal.dataDir)
  }
  try {
    const { objects, named } = await afterADay(portal)
    const rows = await rowsOf<{ name: string }>(portal.dataDir, 'select original_name as name from documents')
    const names = new Set(rows.map(({ name }) => name))
    const lost = kept.filter((name) => !names.has(name)).length
    const verify = spawnSync(process.execPath, [join(import.meta.dirname, '../../../dist/server/verify.js')], {
      env: { PATH: process.env.PATH, DATA_DIR: portal.dataDir, DEMO: 'on' },
      encoding: 'utf8',
    })
    const broken = verify.stdout.split('\n').filter((line) => line.startsWith('✗'))
    return {
      passed: lost === 0 && objects === named && verify.status === 0 && kept.length >= rounds,
      figure: `${rounds} kills, ${kept.length} documents acknowledged, ${lost} lost; ${named} named by rows, ${objects} on disk; ${verify.status === 0 ? 'verified' : `verify: ${broken.join(' ') || verify.stderr.slice(0, 200)}`}`,
    }
  } finally {
    await portal.stop()
    await rm(portal.dataDir, { recursive: true, force: true })
  }
}

async function uploadUntilGone(portal: Portal, cookie: string, folder: string, name: string, kept: string[]) {
  const client = visitor(portal.url, cookie)
  try {
    for (let i = 0; i < 1000; i++) {
      const { body, status } = await client.call('POST', '/api/objects/upload')
      if (status !== 201) return
      const bytes = pdf(`${name} ${i}`)
      await fetch(body.uploadURL, { method: 'PUT', body: new Uint8Array(bytes) })
      const originalName = `${name} ${i}.pdf`
      const sent = { fileName: originalName, originalName, fileSize: bytes.length, mimeType: 'application/pdf' }
      const reply = await client.call('PUT', '/api/documents', {
        documentURL: body.uploadURL,
        clientFolderId: folder,
        ...sent,
      })
      if (reply.status === 201) kept.push(originalName)
    }
  } catch {
    // The portal is gone.
  }
}

/** Rows and files three days old, and the sweep done. */
async function afterADay({ dataDir }: Portal): Promise<{ objects: number; named: number }> {
  await rowsOf(dataDir, "update uploads set created_at = created_at - interval '3 days'")
  const files = filesUnder(join(dataDir, 'files'))
  const past = new Date(Date.now() - 3 * 86_400_000)
  for (const file of files) utimesSync(file, past, past)
  await rowsOf(dataDir, "select graphile_worker.add_job('sweep-uploads')")
  const waiting = "select from graphile_worker.jobs where task_identifier = 'sweep-uploads' and run_at <= now()"
  for (const until = Date.now() + 60_000; (await rowsOf(dataDir, waiting)).length > 0 && Date.now() < until;)
    await pause(100)
  const named = await rowsOf(
    dataDir,
    'select storage_key from documents union select storage_key from papers union select storage_key from folder_exports where storage_key is not null',
  )
  return { objects: filesUnder(join(dataDir, 'files')).length, named: named.length }
}

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
