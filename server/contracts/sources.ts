// What a contract is filled from: a proposal of its folder, the folder's client, and the rate cards that its lines name.
import sql from 'sql-template-tag'
import { type Actor, isClient } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { type ClientFacts, namedLines, type ProposalSource } from '../../domain/contract-content.ts'
import type { ContractLineInput } from '../../domain/contract-lines.ts'
import type { ServiceLine } from '../../domain/service-line.ts'
import { officeDate } from '../../domain/time.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'
import { unsafeUser } from '../users/queries.ts'

/**
 * A proposal that the actor may see, or null; clients don't see drafts.
 * @param lock 'share' while a contract is filled from it, 'change' for whoever must be the only one
 */
export async function proposalSource(
  tx: Tx,
  actor: Actor,
  id: string,
  lock: 'share' | 'change',
): Promise<ProposalSource | null> {
  return tx.maybe<ProposalSource>(sql`
    select p.id, p.client_folder_id as "clientFolderId", p.services,
      case when p.status = 'sent' and p.valid_until < ${officeDate(tx.now)} then 'expired' else p.status end as status
    from proposals p join client_folders f on f.id = p.client_folder_id
    where p.id = ${id} and ${visibleFolders(actor)} ${isClient(actor) ? sql`and p.sent_at is not null` : sql``}
    ${lock === 'change' ? sql`for update of p` : sql`for share of p`}`)
}

export async function clientOf(tx: Tx, folder: ClientFolder): Promise<ClientFacts | null> {
  if (folder.clientId === null) return null
  const { email, phone, company } = await unsafeUser(tx, folder.clientId)
  return { name: folder.clientName, email, phone, company }
}

/** Lines as they are kept; undefined when none were sent. */
export async function linesOf(tx: Tx, lines: ContractLineInput[] | undefined): Promise<ServiceLine[] | undefined> {
  if (lines === undefined) return undefined
  const ids = lines.flatMap(({ serviceRateId }) => serviceRateId ?? [])
  const cards =
    ids.length === 0
      ? []
      : await tx.rows<{ id: string; name: string }>(sql`
          select id, service_name as name from service_rates where id = any(${ids}::uuid[])`)
  return namedLines(lines, new Map(cards.map(({ id, name }) => [id, name])))
}
