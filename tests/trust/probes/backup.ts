// H8 and G7: the commands that back up, restore and verify, on every kind of place, while people write.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasSwift, makeBucket, startSwift } from '../../swift.ts'
import { startS3Server } from '../../s3-server.ts'
import { openDatabases } from '../../instances/database.ts'
import { callOn, messagesIn, startWriting, type Way } from '../../instances/writers.ts'
import { startPortal } from '../../running-portal.ts'
import { pdf } from '../../samples.ts'
import type { Finding, Probe } from '../check.ts'
import { folderOf, rowsOf, signIn } from './client.ts'
import { type Ended, runCommand } from './commands.ts'

type Kind = 'its own PostgreSQL and disk' | 'DATABASE_URL and S3'

interface Grounds {
  /** Empty, and of its own. */
  place(kind: Kind): Promise<NodeJS.ProcessEnv>
  folder: string
  stores: string
  remove(): Promise<void>
}

/** Of each kind to each kind: a back-up does not know where it came from. */
const ways: [Kind, Kind][] = [
  ['its own PostgreSQL and disk', 'its own PostgreSQL and disk'],
  ['its own PostgreSQL and disk', 'DATABASE_URL and S3'],
  ['DATABASE_URL and S3', 'DATABASE_URL and S3'],
  ['DATABASE_URL and S3', 'its own PostgreSQL and disk'],
]

export const backups: Probe = async () => {
  const grounds = await openGrounds()
  try {
    const kept = new Map<Kind, Awaited<ReturnType<typeof backUpWhileBusy>>>()
    for (const kind of new Set(ways.map(([from]) => from))) kept.set(kind, await backUpWhileBusy(grounds, kind))
    const findings = [...kept.values()].map(({ finding }) => finding)
    for (const [from, to] of ways) {
      const source = kept.get(from)
      if (source !== undefined) findings.push(await restoreTo(await grounds.place(to), source, `${from} → ${to}`))
    }
    const [first] = kept.values()
    if (first !== undefined) findings.push(await damaged(await grounds.place('its own PostgreSQL and disk'), first))
    return {
      passed: findings.every(({ passed }) => passed),
      figure: `${findings.map(({ figure }) => figure).join('; ')}; S3 is ${grounds.stores}`,
    }
  } finally {
    await grounds.remove()
  }
}

async function openGrounds(): Promise<Grounds> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-keeping-'))
  const databases = await openDatabases()
  const server = await databases.make()
  const store = hasSwift ? await startSwift('first') : await startS3Server('first')
  let made = 0
  return {
    folder,
    stores: hasSwift ? 'OpenStack Swift' : 'a stand-in',
    async place(kind) {
      const name = `place_${++made}`
      const here = { DATA_DIR: join(folder, name) }
      await mkdir(here.DATA_DIR, { mode: 0o711 })
      if (kind === 'its own PostgreSQL and disk') return here
      await server.query(`create database ${name}`)
      const bucket = `bucket-${made}`
      const { endpoint, region, accessKeyId, secretAccessKey } = store.settings
      if (hasSwift) await makeBucket({ ...store.settings, bucket })
      return {
        ...here,
        DATABASE_URL: `postgres://portal@127.0.0.1:${server.port}/${name}`,
        S3_ENDPOINT: endpoint,
        S3_BUCKET: hasSwift ? bucket : store.settings.bucket,
        S3_REGION: region,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      }
    },
    async remove() {
      await store.stop()
      await server.stop()
      await databases.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Source {
  backups: string
  digest: string
  /** The end of the trail, as the back-up has it. */
  head: string
  /** What was said to be saved before it began. */
  acknowledged: string[]
  finding: Finding
}

/** People send messages and documents before, while and after the command runs. */
async function backUpWhileBusy(grounds: Grounds, kind: Kind): Promise<Source> {
  const settings = await grounds.place(kind)
  const portal = await startPortal({ ...settings, DEMO: 'on' }, settings.DATA_DIR)
  try {
    const client = await signIn(portal.url, 'client')
    const way = { url: portal.url, cookie: client.cookie }
    const folderId = await folderOf(client)
    const writing = startWriting(way, folderId)
    const until = async (count: number) => {
      while (writing.acknowledged.length < count) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const sending = sendDocuments(way, folderId, 12)
    await until(40)
    const acknowledged = [...writing.acknowledged]
    const backups = join(grounds.folder, `backups-of-${settings.DATA_DIR?.split('/').at(-1)}`)
    const ended = await runCommand('backup', ['--to', backups, '--with-key'], settings)
    const meanwhile = writing.acknowledged.length - acknowledged.length
    await until(acknowledged.length + meanwhile + 10)
    await writing.stop()
    const documents = await sending
    const whole = await runCommand('verify', [], settings)
    const [name = ''] = (await readdir(backups)).filter((each) => !each.endsWith('.unfinished'))
    const { rowsDigest, trail, files } = JSON.parse(await readFile(join(backups, name, 'manifest.json'), 'utf8'))
    return {
      backups,
      digest: rowsDigest,
      head: `link ${trail.seq}, ${trail.hash}`,
      acknowledged,
      finding: {
        passed: ended.code === 0 && whole.code === 0 && meanwhile > 0 && documents > 0 && files.rows > 0,
        figure: `${kind}: backed up in ${ended.seconds.toFixed(1)} s with ${files.rows} files while ${meanwhile} messages were saved${why(ended)}${why(whole)}`,
      },
    }
  } finally {
    process.kill(portal.pid, 'SIGTERM')
    await portal.ended
  }
}

async function sendDocuments(way: Way, clientFolderId: string, count: number): Promise<number> {
  const call = callOn(way)
  const bytes = pdf()
  let sent = 0
  for (let n = 0; n < count; n++) {
    const { uploadURL } = (await (await call('POST', '/api/objects/upload')).json()) as { uploadURL: string }
    const path = uploadURL.replace(/^https?:\/\/[^/]+/, '')
    await fetch(way.url + path, { method: 'PUT', headers: { cookie: way.cookie }, body: new Uint8Array(bytes) })
    const name = `Paper ${n}.pdf`
    const about = { fileName: name, originalName: name, fileSize: bytes.length, mimeType: 'application/pdf' }
    const answer = await call('PUT', '/api/documents', { documentURL: uploadURL, clientFolderId, ...about })
    if (answer.status === 201) sent++
  }
  return sent
}

/** Restored, verified by its own command, started, and asked for what people were told is saved. */
async function restoreTo(settings: NodeJS.ProcessEnv, source: Source, what: string): Promise<Finding> {
  const restored = await runCommand('restore', ['--from', source.backups], settings)
  const verified = await runCommand('verify', [], settings)
  const isEqual = verified.said.includes(source.digest) && verified.said.includes(source.head)
  if (restored.code !== 0 || verified.code !== 0)
    return { passed: false, figure: `${what}:${why(restored)}${why(verified)}` }
  const portal = await startPortal({ ...settings, DEMO: 'on' }, settings.DATA_DIR)
  try {
    const client = await signIn(portal.url, 'client')
    const there = await messagesIn({ url: portal.url, cookie: client.cookie }, await folderOf(client))
    const lost = source.acknowledged.filter((content) => !there.includes(content)).length
    return {
      passed: isEqual && lost === 0,
      figure: `${what}: ${restored.seconds.toFixed(1)} s, ${isEqual ? 'the same digest and end of the trail' : 'ANOTHER digest'}, ${lost} of ${source.acknowledged.length} lost`,
    }
  } finally {
    process.kill(portal.pid, 'SIGTERM')
    await portal.ended
  }
}

/** G7: after people wrote the command finds nothing; after one row was changed by hand it names the rule, and ends with 1. */
export const verification: Probe = async () => {
  const portal = await startPortal({ DEMO: 'on' })
  try {
    const client = await signIn(portal.url, 'client')
    const way = { url: portal.url, cookie: client.cookie }
    const folderId = await folderOf(client)
    const writing = startWriting(way, folderId)
    const documents = await sendDocuments(way, folderId, 3)
    await writing.stop()
    const settings = { DATA_DIR: portal.dataDir }
    const whole = await runCommand('verify', [], settings)
    await rowsOf(
      portal.dataDir,
      "update documents set sha256 = repeat('0', 64) where id = (select max(id::text)::uuid from documents)",
    )
    const broken = await runCommand('verify', [], settings)
    const isNamed = broken.code === 1 && broken.said.includes('✗')
    return {
      passed: whole.code === 0 && documents === 3 && isNamed,
      figure: `beside the running portal ${whole.said.split('✓').length - 1} rules hold${why(whole)}; a changed row is ${isNamed ? 'named' : `NOT named: ${broken.said.slice(-200)}`}`,
    }
  } finally {
    await portal.stop()
  }
}

/** One bit of the messages is another one. */
async function damaged(settings: NodeJS.ProcessEnv, { backups }: Source): Promise<Finding> {
  const copy = `${backups}-damaged`
  await cp(backups, copy, { recursive: true })
  const [name = ''] = await readdir(copy)
  const table = join(copy, name, 'database/messages.jsonl.gz')
  const bytes = await readFile(table)
  const at = bytes.length >> 1
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(table, bytes)
  const { code, said } = await runCommand('restore', ['--from', copy], settings)
  const left = await readdir(settings.DATA_DIR ?? '')
  const isNoticed = code !== 0 && said.includes('messages.jsonl.gz') && left.length === 0
  return { passed: isNoticed, figure: `a damaged bit is ${isNoticed ? 'noticed' : `NOT noticed: ${said}`}` }
}

const why = ({ code, said }: Ended) => (code === 0 ? '' : ` ended with ${code}: ${said.trim().slice(-200)}`)
