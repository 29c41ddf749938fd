// Each back-up holds the end of the trail as it was. Whoever may change everything in the database could write the whole trail anew, so
// that it agrees with itself; it does not agree with a back-up that lies elsewhere.
import { z } from 'zod'
import type { Reader } from '../kit/db.ts'
import type { MasterKey } from '../kit/master-key.ts'
import { findBackup, onlyKey, openBackup } from './manifest.ts'
import { typed } from '../kit/row-types.ts'

const HashRow = z.object({ hash: z.string() })

/** Whether the trail goes on from where the back-up (or the newest in a folder of them) saw its end. */
export async function goesOnFrom(
  reader: Reader,
  masterKey: MasterKey,
  from: string,
  say: (line: string) => void,
): Promise<boolean> {
  const { trail, at } = (await openBackup(await findBackup(from), onlyKey(masterKey))).manifest
  if (trail === null) {
    say(`✓ The backup of ${at} has no trail yet.`)
    return true
  }
  const link = await reader.maybe(
    typed(HashRow)`select encode(hash, 'hex') as hash from audit_links where seq = ${trail.seq}`,
  )
  const isSame = link?.hash === trail.hash
  say(
    isSame
      ? `✓ The trail goes on from the backup of ${at} (link ${trail.seq}).`
      : `✗ The trail does not go on from the backup of ${at}: link ${trail.seq} ${link === null ? 'is not there' : 'is another one'}.`,
  )
  return isSame
}
