// H8 on the full set: the large office with a file for each of its half a million documents, backed up while people write, and
// restored to an empty place.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sql from 'sql-template-tag'
import { benchMasterKey, signIn } from '../../../bench/portal.ts'
import { readConfig } from '../../../server/config.ts'
import { openSnapshot } from '../../../server/keep/snapshot.ts'
import { filesNamedIn, inGroups } from '../../../server/keep/kept-files.ts'
import { encrypted, newFileKey } from '../../../server/kit/file-format.ts'
import { buildParts } from '../../../server/parts.ts'
import { messagesIn, startWriting } from '../../instances/writers.ts'
import { startPortal } from '../../running-portal.ts'
import { Missing, type Probe } from '../check.ts'
import { folderOf, visitor } from './client.ts'
import { type Ended, runCommand } from './commands.ts'
import { inLargeOffice } from './large-office.ts'

const mostMinutes = 30

export const largeBackup: Probe = async ({ long }) => {
  if (!long) throw new Missing('the full set takes the long form')
  return inLargeOffice(long, async (databaseUrl) => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-large-backup-'))
    const key = { MASTER_KEY: benchMasterKey, DEMO: 'off', LOG_LEVEL: 'error' }
    const office = { ...key, DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'office') }
    const empty = { ...key, DATA_DIR: join(folder, 'empty') }
    const backups = join(folder, 'backups')
    try {
      for (const { DATA_DIR } of [office, empty]) await mkdir(DATA_DIR, { mode: 0o711 })
      const files = await writeFiles(office)
      const { ended, acknowledged, meanwhile } = await backUpWhileBusy(office, backups)
      const [name = ''] = await readdir(backups)
      const {
        rowsDigest,
        files: kept,
        tables,
      } = JSON.parse(await readFile(join(backups, name, 'manifest.json'), 'utf8'))
      const restored = await runCommand('restore', ['--from', backups], empty)
      const verified = await runCommand('verify', [], empty)
      const isEqual = verified.code === 0 && verified.said.includes(rowsDigest)
      const lost = restored.code === 0 ? await lostOf(acknowledged, empty) : acknowledged
      const rows = (tables as { rows: number }[]).reduce((sum, table) => sum + table.rows, 0)
      return {
        passed:
          ended.code === 0 &&
          meanwhile > 0 &&
          isEqual &&
          lost.length === 0 &&
          kept.rows === files &&
          restored.seconds <= mostMinutes * 60,
        figure: `the full set (${rows} rows, ${kept.rows} files of ${(kept.bytes / 1e9).toFixed(1)} GB): backed up in ${minutesOf(ended)} while ${meanwhile} messages were saved${why(ended)}; restored in ${minutesOf(restored)}${why(restored)}, ${isEqual ? 'the same digest' : `NOT the same${why(verified)}`}, ${lost.length} of ${acknowledged.length} lost`,
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

type Settings = Record<'DATABASE_URL' | 'DATA_DIR', string>

/** Beneath each record of a file the bytes that the seed reckoned its hash from, encrypted as the portal does; answers how many. */
async function writeFiles(settings: Settings): Promise<number> {
  const address = { connectionString: settings.DATABASE_URL }
  const parts = await buildParts(readConfig(settings), address)
  const snapshot = await openSnapshot(address)
  let count = 0
  try {
    const dataKey = await parts.dataKeys.inUse()
    for await (const some of inGroups(filesNamedIn(snapshot), 16)) {
      await Promise.all(
        some.map(async ({ key, size }) => {
          const place = join(settings.DATA_DIR, 'files/objects', key)
          await mkdir(dirname(place), { recursive: true, mode: 0o700 })
          await writeFile(place, encrypted(plain(key, size), newFileKey(dataKey, key)), { mode: 0o600 })
        }),
      )
      count += some.length
    }
    const fact = JSON.stringify({ count: 0 })
    await parts.db.run(
      sql`insert into portal_facts (name, value) values ('files-are-encrypted', ${fact}::jsonb) on conflict (name) do nothing`,
    )
    return count
  } finally {
    await snapshot.close()
    await parts.close()
  }
}

/** As `pg_temp.hash` of the seed has it. */
async function* plain(key: string, size: number) {
  yield Buffer.alloc(size, key)
}

async function backUpWhileBusy(settings: Settings, backups: string) {
  const portal = await startPortal({ ...settings, CALLS_PER_MINUTE: 'off' }, settings.DATA_DIR)
  try {
    const way = { url: portal.url, cookie: await signIn(portal.url, 'client2000') }
    const writing = startWriting(way, await folderOf(visitor(way.url, way.cookie)), 1)
    while (writing.acknowledged.length < 20) await new Promise((resolve) => setTimeout(resolve, 20))
    const acknowledged = [...writing.acknowledged]
    const ended = await runCommand('backup', ['--to', backups], settings)
    const meanwhile = writing.acknowledged.length - acknowledged.length
    await writing.stop()
    return { ended, acknowledged, meanwhile }
  } finally {
    process.kill(portal.pid, 'SIGTERM')
    await portal.ended
  }
}

/** What was said to be saved before the back-up began, and is not in what was restored. */
async function lostOf(acknowledged: string[], settings: NodeJS.ProcessEnv & { DATA_DIR: string }): Promise<string[]> {
  const portal = await startPortal(settings, settings.DATA_DIR)
  try {
    const way = { url: portal.url, cookie: await signIn(portal.url, 'client2000') }
    const there = new Set(await messagesIn(way, await folderOf(visitor(way.url, way.cookie))))
    return acknowledged.filter((content) => !there.has(content))
  } finally {
    process.kill(portal.pid, 'SIGTERM')
    await portal.ended
  }
}

const minutesOf = ({ seconds }: Ended) => `${(seconds / 60).toFixed(1)} min`
const why = ({ code, said }: Ended) => (code === 0 ? '' : ` (ended with ${code}: ${said.trim().slice(-300)})`)
