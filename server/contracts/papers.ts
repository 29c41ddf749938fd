// The papers of a contract: the original of each of its texts, printed once and the same bytes from then on, and the sealed one.
import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import type { Contract } from '../../domain/contract.ts'
import type { Parts } from '../app-context.ts'
import type { Origin } from '../kit/record.ts'
import { printContract } from '../papers/contract.ts'
import type { Press } from '../papers/print.ts'
import { storePaper } from '../papers-kept/actions.ts'
import { type Paper, unsafeOriginal, unsafePaper } from '../papers-kept/queries.ts'
import { assertNotErased } from '../retention/queries.ts'
import { contractPaper } from './pdf.ts'

type PaperParts = Pick<Parts, 'db' | 'files'> & Press

/** What a reader is given: the sealed paper once it is there, unless they ask for the original. */
export async function paperToShow(parts: PaperParts, origin: Origin, contract: Contract, wantsOriginal: boolean) {
  const sealed = wantsOriginal ? null : await unsafePaper(parts.db, contract.id, 'sealed')
  return sealed ?? originalOf(parts, origin, contract)
}

/**
 * The original of the contract's present text; of a signed one that is the paper that was signed. Printed and kept when somebody
 * first asks for it; of two who ask at once one's is kept.
 */
async function originalOf(
  { db, files, config, printer }: PaperParts,
  origin: Origin,
  contract: Contract,
): Promise<Paper> {
  const kept = await unsafeOriginal(db, contract.id, contract.textVersion)
  if (kept !== null) return kept
  await assertNotErased(db, contract.clientFolderId)
  const { bytes } = await printContract({ config, printer }, contractPaper(contract, null))
  const stored = await storePaper(files, bytes)
  const added = await db.transaction(origin, async (tx) => {
    await assertNotErased(tx, contract.clientFolderId, { lock: true })
    return tx.run(sql`
      insert into papers (id, entity_type, entity_id, kind, entity_version, storage_key, size, sha256, created_at)
      values (${newId()}, 'contracts', ${contract.id}, 'original', ${contract.textVersion}, ${stored.storageKey},
        ${stored.size}, ${stored.sha256}, ${tx.now})
      on conflict (entity_id, entity_version) where kind = 'original' do nothing`)
  })
  if (added === 0) await files.remove(stored.storageKey)
  const winner = await unsafeOriginal(db, contract.id, contract.textVersion)
  if (winner === null) throw new Error('An original that was kept is not there')
  return winner
}

/** Each time that someone opens a PDF of the contract is audited, with which one. */
export const opened = ({ id, clientFolderId, textVersion }: Contract, { kind, sha256 }: Paper) => ({
  action: 'contract.opened' as const,
  id,
  clientFolderId,
  details: { version: textVersion, kind, sha256 },
})
