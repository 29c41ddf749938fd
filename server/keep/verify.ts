// Looks over everything that the portal keeps and says, a line each, what holds and what does not. Reads only.
import type { Parts } from '../app-context.ts'
import { verifyLinked } from '../audit/chain.ts'
import { filesOfNobody, seeFiles } from './kept-files.ts'
import { rules } from './rules.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'
import { digestOf, digestOfAll, type TableDigest, tablesIn } from './tables.ts'

export interface Verified {
  /** What does not hold, of each rule that is broken. */
  broken: { says: string; what: string[] }[]
  tables: TableDigest[]
  /** Over all rows, and over all files that records name. Equal digests are equal content. */
  rowsDigest: string
  filesDigest: string
}

/** Of one rule that is broken many times, so many are named. */
const mostNamed = 20

export async function verifyAll(
  { db, address, files, dataKeys }: Pick<Parts, 'db' | 'address' | 'files' | 'dataKeys'>,
  { quick = false, say = () => {} }: { quick?: boolean; say?: (line: string) => void } = {},
): Promise<Verified> {
  const broken: Verified['broken'] = []
  const found = (says: string, what: string[], count = what.length) => {
    if (count === 0) return say(`✓ ${says}.`)
    broken.push({ says, what })
    say(`✗ ${says}. Not so: ${count}`)
    for (const each of what.slice(0, mostNamed)) say(`    ${each}`)
  }
  const snapshot = await openSnapshot(address)
  try {
    for await (const { says, some, count } of checkRules(snapshot)) found(says, some, count)
    const trail = await verifyLinked(snapshot, dataKeys)
    const head = trail.head === null ? 'nothing is linked yet' : `link ${trail.head.seq}, ${trail.head.hash}`
    found(`The trail is whole (${head})`, trail.fault === null ? [] : [trail.fault])
    const seen = await seeFiles(snapshot, db, files, { quick })
    const howSeen = quick ? 'there and as long as their records say' : 'what their records say, byte for byte'
    found(`${seen.count} files (${seen.bytes} bytes) are ${howSeen}`, seen.broken)
    const nobodys = await fewOf(filesOfNobody(db, files, new Date()))
    found('Every file belongs to a record', nobodys.some, nobodys.count)
    const tables = await digestsOf(snapshot)
    const rowsDigest = digestOfAll(tables)
    say(`Digest of ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows: ${rowsDigest}`)
    say(`Digest of the files: ${seen.sha256}`)
    return { broken, tables, rowsDigest, filesDigest: seen.sha256 }
  } finally {
    await snapshot.close()
  }
}

/** The rules one after the other, with a few of the rows that break each. */
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
  for await (const each of what) if (count++ < mostNamed) some.push(each)
  return { some, count }
}
