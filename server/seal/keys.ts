// The sealing keys in the database: created by the first instance that needs one, replaced, and never deleted.
import { createHash, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { newId } from '../kit/id.ts'
import type { Config } from '../config.ts'
import type { Database, Reader, Tx } from '../kit/db.ts'
import type { MasterKey } from '../kit/master-key.ts'
import { StartError } from '../kit/start-error.ts'
import { takeStartLock } from '../kit/advisory-lock.ts'
import type { Certified } from './certificates.ts'
import type { StoredKey } from './process.ts'
import type { SealingProcess } from './sealing-process.ts'
import { Sealer } from './verify.ts'
import { typed, IdRow } from '../kit/row-types.ts'

const origin = { actorId: null, address: 'start', requestId: 'seal-keys' }
/** A certificate that expires within this time is replaced when it is next needed. */
const renewDays = 30

const Row = z.object({ id: z.string(), certificates: z.array(z.instanceof(Buffer)), privateKey: z.instanceof(Buffer) })
type Row = z.infer<typeof Row>

/** The portal's current key; created with its root if there is none, and replaced before it expires. */
export async function ensureKey(db: Database, master: MasterKey, organization: string): Promise<StoredKey> {
  const found = await rowInUse(db, 'sealing')
  if (found !== null && !endsSoon(found, db.now)) return opened(found, master)
  const row = await db.transaction(origin, async (tx) => {
    await lock(tx)
    const now = await rowInUse(tx, 'sealing')
    return now !== null && !endsSoon(now, tx.now) ? now : renew(tx, master, organization)
  })
  return opened(row, master)
}

/** A new certificate under the same root; earlier seals can still be verified. */
export async function rotateKey(db: Database, master: MasterKey, organization: string): Promise<StoredKey> {
  const row = await db.transaction(origin, async (tx) => {
    await lock(tx)
    return renew(tx, master, organization)
  })
  return opened(row, master)
}

const PrivateKeyRow = Row.pick({ id: true, privateKey: true })

/** Re-encrypts the portal's own keys, including retired ones, with another master key. */
export async function rewrapSealKeys(tx: Tx, from: MasterKey, to: MasterKey): Promise<number> {
  const rows = await tx.rows(typed(PrivateKeyRow)`
    select id, private_key as "privateKey" from seal_keys where private_key is not null order by id for update`)
  for (const { id, privateKey } of rows) {
    const again = to.encrypt(from.decrypt(privateKey, about(id)), about(id))
    await tx.run(sql`
      update seal_keys set private_key = ${again}, master_key_fingerprint = ${to.fingerprint} where id = ${id}`)
  }
  return rows.length
}

/**
 * A custom certificate: its key remains in its file, and its certificates are stored for verification. Throws a
 * sentence that says what is wrong with it.
 */
export async function configuredKey(db: Database, sealing: SealingProcess, p12: NonNullable<Config['sealP12']>) {
  const file = await readFile(p12.file).catch((error: unknown) => {
    throw new StartError(`The file in SEAL_P12 can’t be read: ${error instanceof Error ? error.message : ''}.`)
  })
  const found = await sealing.run('openP12', { file, password: p12.password })
  if ('problem' in found) throw new StartError(found.problem)
  const { certificates, privateKey } = found
  const chain = certificates.map((each) => Buffer.from(each))
  const own = new X509Certificate(chain[0] as Buffer)
  if (own.validFromDate > db.now || own.validToDate < db.now)
    throw new StartError(`The certificate in SEAL_P12 is valid from ${own.validFrom} to ${own.validTo}, not now.`)
  const id = await db.transaction(origin, async (tx) => {
    await lock(tx)
    const fingerprint = sha256(own.raw)
    const known = await tx.maybe(typed(IdRow)`select id from seal_keys where fingerprint = ${fingerprint}`)
    return known?.id ?? (await add(tx, { origin: 'configured', purpose: 'sealing', certificates: chain }))
  })
  return { id, certificates: chain, retiredAt: null, pkcs8: privateKey }
}

/** Every certificate that ever sealed, for verification. */
export const allSealers = (db: Reader): Promise<Sealer[]> =>
  db.rows(typed(Sealer)`
    select id, certificates, retired_at as "retiredAt" from seal_keys where purpose = 'sealing' order by id desc`)

const lock = (tx: Tx) => takeStartLock(tx, 'sealKeys')

const rowInUse = (db: Reader, purpose: 'root' | 'sealing') =>
  db.maybe(typed(Row)`
    select id, certificates, private_key as "privateKey" from seal_keys
    where origin = 'portal' and purpose = ${purpose} and retired_at is null`)

/** The certificate library is imported only to create one. */
async function renew(tx: Tx, master: MasterKey, organization: string): Promise<Row> {
  const { makeRoot, makeSealing } = await import('./certificates.ts')
  const root = (await openedRoot(tx, master)) ?? (await makeRoot(organization, tx.now))
  if ((await rowInUse(tx, 'root')) === null) await storeKey(tx, master, 'root', root, [root.certificate])
  const certified = await makeSealing(organization, root, tx.now)
  await tx.run(sql`
    update seal_keys set retired_at = ${tx.now} where origin = 'portal' and purpose = 'sealing' and retired_at is null`)
  return storeKey(tx, master, 'sealing', certified, [certified.certificate, root.certificate])
}

async function openedRoot(tx: Tx, master: MasterKey): Promise<Certified | null> {
  const row = await rowInUse(tx, 'root')
  if (row === null) return null
  const privateKey = Buffer.from(master.decrypt(row.privateKey, about(row.id)))
  return { certificate: row.certificates[0] as Buffer<ArrayBuffer>, privateKey }
}

async function storeKey(
  tx: Tx,
  master: MasterKey,
  purpose: 'root' | 'sealing',
  certified: Certified,
  certificates: Buffer<ArrayBuffer>[],
): Promise<Row> {
  const id = newId()
  const privateKey = master.encrypt(certified.privateKey, about(id))
  await add(tx, { id, origin: 'portal', purpose, certificates, privateKey, master })
  return { id, certificates, privateKey }
}

interface Added {
  id?: string
  origin: 'portal' | 'configured'
  purpose: 'root' | 'sealing'
  certificates: Buffer[]
  privateKey?: Buffer
  master?: MasterKey
}

async function add(tx: Tx, { id = newId(), privateKey, master, certificates, ...row }: Added): Promise<string> {
  await tx.run(sql`
    insert into seal_keys (id, origin, purpose, certificates, fingerprint, private_key, master_key_fingerprint, created_at)
    values (${id}, ${row.origin}, ${row.purpose}, ${certificates}::bytea[], ${sha256(certificates[0] as Buffer)},
      ${privateKey ?? null}, ${master?.fingerprint ?? null}, ${tx.now})`)
  tx.record({ action: 'seal-key.made', id, details: { origin: row.origin, purpose: row.purpose } })
  return id
}

const opened = ({ id, certificates, privateKey }: Row, master: MasterKey): StoredKey => ({
  id,
  certificates,
  retiredAt: null,
  pkcs8: master.decrypt(privateKey, about(id)),
})

const about = (id: string) => `seal-keys ${id}`

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function endsSoon({ certificates }: Row, now: Date): boolean {
  const { validToDate } = new X509Certificate(certificates[0] as Buffer)
  return validToDate.getTime() - now.getTime() < renewDays * 24 * 3_600_000
}
