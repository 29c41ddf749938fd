// The master key, which protects everything encrypted: from MASTER_KEY, or from a file in the data folder that the
// first start creates. The database stores its fingerprint, so that a wrong key is refused before anything is done with
// it.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Database, Reader, Tx } from './db.ts'
import { syncFolder } from './sync-folder.ts'
import { StartError } from './start-error.ts'
import { takeStartLock } from './advisory-lock.ts'
import { typed } from './row-types.ts'

export interface KeySettings {
  dataDir: string
  /** Undefined if the key is in a file of the data folder. */
  masterKey?: Buffer | undefined
}

export interface MasterKey {
  /** Identifies the key without revealing it. */
  readonly fingerprint: string
  /** @param about purpose of the data (`seal-keys 0198…`): it decrypts only with the same value */
  encrypt(plain: Uint8Array, about: string): Buffer
  /** Throws unless this key encrypted the data for this purpose and it is unchanged. */
  decrypt(box: Uint8Array, about: string): Buffer
  /** Derives bytes from the key, always the same for one purpose (HKDF). */
  derive(purpose: string, length: number): Buffer
}

const masterKeyBytes = 32

const version = 1
const layout = { fingerprint: 1, iv: 9, tag: 21, text: 37 }

/** AES-256-GCM. Format: version (1 byte), fingerprint of the key (8), IV (12), tag (16), and the encrypted bytes. */
export function masterKeyFrom(bytes: Uint8Array): MasterKey {
  if (bytes.length !== masterKeyBytes) throw new Error('A master key has 32 bytes')
  const key = derived(bytes, 'encryption', 32)
  const mark = derived(bytes, 'fingerprint', layout.iv - layout.fingerprint)
  return {
    fingerprint: mark.toString('hex'),
    derive: (purpose, length) => derived(bytes, purpose, length),
    encrypt(plain, about) {
      const iv = randomBytes(layout.tag - layout.iv)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
      const text = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([Buffer.of(version), mark, iv, cipher.getAuthTag(), text])
    },
    decrypt(box, about) {
      const part = (from: number, to?: number) => Buffer.from(box.subarray(from, to))
      if (box[0] !== version || !part(layout.fingerprint, layout.iv).equals(mark))
        throw new Error('This was not encrypted with the current master key')
      const decipher = createDecipheriv('aes-256-gcm', key, part(layout.iv, layout.tag), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(about)).setAuthTag(part(layout.tag, layout.text))
      return Buffer.concat([decipher.update(part(layout.text)), decipher.final()])
    },
  }
}

/**
 * Creates the file only at the first start: if the database already belongs to a key, a missing one is not replaced.
 */
export async function openMasterKey(config: KeySettings, db: Database): Promise<MasterKey> {
  const file = masterKeyFile(config)
  return db.transaction({ actorId: null, address: 'start', requestId: 'master-key' }, async (tx) => {
    // If two instances start at the same time on a new database, one decides which key it belongs to.
    await takeStartLock(tx, 'masterKey')
    const bound = await storedFingerprint(tx)
    if (config.masterKey === undefined) await finishRotation(file, bound)
    const bytes = config.masterKey ?? (await fileAt(file))
    if (bound === null) return bind(tx, masterKeyFrom(bytes ?? (await makeFile(file))))
    if (bytes === null) throw new StartError(isMissing(file))
    const key = masterKeyFrom(bytes)
    if (key.fingerprint === bound) return key
    throw new StartError(isAnother(config.masterKey === undefined ? `the file ${file}` : 'MASTER_KEY'))
  })
}

const FingerprintRow = z.object({ fingerprint: z.string() })

/** Fingerprint of the master key that the database belongs to, if any yet. */
export const storedFingerprint = async (reader: Reader): Promise<string | null> =>
  (await reader.maybe(typed(FingerprintRow)`select fingerprint from master_key`))?.fingerprint ?? null

export const masterKeyFile = ({ dataDir }: Pick<KeySettings, 'dataDir'>) => join(dataDir, 'keys', 'master.key')

const nextTo = (file: string) => `${file}.next`

/**
 * Creates the next key next to the current one, on disk before anything is encrypted with it; reuses one from an
 * interrupted attempt.
 */
export async function makeNextKey(file: string): Promise<Buffer> {
  return (await fileAt(nextTo(file))) ?? makeFile(nextTo(file))
}

/**
 * If the database already belongs to the next key, that key replaces the current one, which is renamed and not deleted:
 * older database backups can only be decrypted with it.
 */
export async function finishRotation(file: string, bound: string | null): Promise<void> {
  const next = await fileAt(nextTo(file))
  if (next === null || masterKeyFrom(next).fingerprint !== bound) return
  const before = await fileAt(file)
  if (before !== null) await rename(file, join(dirname(file), `retired-${masterKeyFrom(before).fingerprint}.key`))
  await rename(nextTo(file), file)
  await syncFolder(dirname(file))
}

const isMissing = (file: string) =>
  `The master key is missing: it is neither in MASTER_KEY nor in the file ${file}. Restore it from your copy. Nothing was changed.`

const isAnother = (place: string) =>
  `The database belongs to another master key than the one in ${place}. Use the key that the portal was set up with; all instances need the same one. Nothing was changed.`

async function bind(tx: Tx, key: MasterKey): Promise<MasterKey> {
  await tx.run(sql`insert into master_key (fingerprint, created_at) values (${key.fingerprint}, ${tx.now})`)
  return key
}

const derived = (bytes: Uint8Array, purpose: string, length: number) =>
  Buffer.from(hkdfSync('sha256', bytes, '', `portal master key: ${purpose}`, length))

/** Base64, as in MASTER_KEY; null for anything else. */
export function masterKeyBytesIn(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === masterKeyBytes && bytes.toString('base64') === text.trim() ? bytes : null
}

async function fileAt(file: string): Promise<Buffer | null> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new StartError(`The master key in ${file} can’t be read: ${String(error)}.`)
  }
  const bytes = masterKeyBytesIn(text)
  if (bytes === null)
    throw new StartError(`The file ${file} is not a master key (32 bytes in base64). Restore it from your copy.`)
  return bytes
}

/** On disk before anything is encrypted with it; never overwrites an existing file. */
async function makeFile(file: string): Promise<Buffer> {
  const bytes = randomBytes(masterKeyBytes)
  const temporary = `${file}.new`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await rm(temporary, { force: true })
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(`${bytes.toString('base64')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await link(temporary, file)
  await rm(temporary)
  for (const folder of [dirname(file), dirname(dirname(file))]) await syncFolder(folder)
  return bytes
}
