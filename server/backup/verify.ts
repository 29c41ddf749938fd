// Checks everything that the portal stores and reports each fact on its own line. Read-only.
import type { AppContext } from '../app-context.ts'
import { verifyLinked } from '../audit-log/chain.ts'
import { orphanedFiles, watchFiles } from './stored-files.ts'
import { rules } from './rules.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'
import { digestOf, digestOfAll, type TableDigest, tablesIn } from './tables.ts'

export interface Verified {
  /** Each broken rule with its rows. */
  broken: { says: string; what: string[] }[]
  tables: TableDigest[]
  /** Digests over all rows, and over all files that records name. Equal digests mean equal content. */
  rowsDigest: string
  filesDigest: string
}

/** At most this many rows are named for each broken rule. */
const maxNamed = 20

export async function verifyAll(
  { db, address, files, dataKeys }: Pick<AppContext, 'db' | 'address' | 'files' | 'dataKeys'>,
  { quick = false, say = () => {} }: { quick?: boolean; say?: (line: string) => void } = {},
): Promise<Verified> {
  const broken: Verified['broken'] = []
  const found = (says: string, what: string[], count = what.length) => {
    if (count === 0) return say(`✓ ${says}.`)
    broken.push({ says, what })
    say(`✗ ${says}. Failed: ${count}`)
    for (const each of what.slice(0, maxNamed)) say(`    ${each}`)
  }
  const snapshot = await openSnapshot(address)
  try {
    for await (const { says, some, count } of checkRules(snapshot)) found(says, some, count)
    const auditLog = await verifyLinked(snapshot, dataKeys)
    const head = auditLog.head === null ? 'no entries yet' : `link ${auditLog.head.seq}, ${auditLog.head.hash}`
    found(`The audit log is unchanged (${head})`, auditLog.fault === null ? [] : [auditLog.fault])
    const seen = await watchFiles(snapshot, db, files, { quick })
    const howSeen = quick ? 'exist and have the size in their records' : 'match their records, byte for byte'
    found(`${seen.count} files (${seen.bytes} bytes) ${howSeen}`, seen.broken)
    const orphaned = await fewOf(orphanedFiles(db, files, new Date()))
    found('Every file belongs to a record', orphaned.some, orphaned.count)
    const tables = await digestsOf(snapshot)
    const rowsDigest = digestOfAll(tables)
    say(`Digest of ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows: ${rowsDigest}`)
    say(`Digest of the files: ${seen.sha256}`)
    return { broken, tables, rowsDigest, filesDigest: seen.sha256 }
  } finally {
    await snapshot.close()
  }
}

/** Runs the rules in turn and yields each with a few of the rows that break it. */
export async function* checkRules(snapshot: Snapshot) {
  for (const { says, broken } of rules) yield { says, ...(await fewOf(broken(snapshot))) }
}

async function digestsOf(snapshot: Snapshot): Promise<TableDigest[]> {
  const digests: TableDigest[] = []
  for (const table of await tablesIn(snapshot)) digests.push(await digestOf(snapshot, table))
  return digests
}

async function fewOf(what: AsyncIterable<string>): Promise<{ some: string[]; count: number }> {
  const some: string[] = []
  let count = 0
  for await (const each of what) if (count++ < maxNamed) some.push(each)
  return { some, count }
}
