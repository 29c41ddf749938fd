// Each backup records the end of the audit log. Someone with full access to the database and the key could rewrite the
// audit log consistently, but it would no longer match a backup stored elsewhere.
import { z } from 'zod'
import type { Reader } from '../kit/db.ts'
import type { MasterKey } from '../kit/master-key.ts'
import { findBackup, onlyKey, openBackup } from './manifest.ts'
import { typed } from '../kit/row-types.ts'

const HashRow = z.object({ hash: z.string() })

/** Whether the audit log continues from the end that the backup (or the newest backup in a folder) recorded. */
export async function continuesFrom(
  reader: Reader,
  masterKey: MasterKey,
  from: string,
  say: (line: string) => void,
): Promise<boolean> {
  const { trail: auditLog, at } = (await openBackup(await findBackup(from), onlyKey(masterKey))).manifest
  if (auditLog === null) {
    say(`✓ The audit log in the backup of ${at} is empty.`)
    return true
  }
  const link = await reader.maybe(
    typed(HashRow)`select encode(hash, 'hex') as hash from audit_links where seq = ${auditLog.seq}`,
  )
  const isSame = link?.hash === auditLog.hash
  say(
    isSame
      ? `✓ The audit log continues the one in the backup of ${at} (link ${auditLog.seq}).`
      : `✗ The audit log does not continue the one in the backup of ${at}: link ${auditLog.seq} ${link === null ? 'is missing' : 'is different'}.`,
  )
  return isSame
}
