// The sources of a contract's defaults: a proposal of its folder, the folder's client, and the rate cards that its
// lines name.
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import {
  chooseProposal,
  type ClientFacts,
  companyIn,
  namedLines,
  type ProposalSource,
} from '../../domain/contract-content.ts'
import type { ContractLineInput } from '../../domain/contract-lines.ts'
import { DomainError } from '../../domain/errors.ts'
import type { ServiceLine } from '../../domain/service-line.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { proposalFor } from '../proposals/queries.ts'
import { unsafeUser } from '../users/queries.ts'
import { typed } from '../kit/row-types.ts'

/**
 * The proposal named in the body, locked until the transaction ends; the same 400 whether it is missing or of another
 * folder.
 */
export async function proposalOr400(tx: Tx, actor: Actor, id: string, clientFolderId: string): Promise<ProposalSource> {
  const found = await proposalFor(tx, actor, id, { lock: true }).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'not-found') return null
    throw error
  })
  return chooseProposal(found?.proposal ?? null, clientFolderId)
}

export async function clientOf(tx: Reader, folder: ClientFolder): Promise<ClientFacts | null> {
  if (folder.clientId === null) return null
  const { email, phone } = await unsafeUser(tx, folder.clientId)
  return { name: folder.clientName, email, phone, company: companyIn(folder), address: folder.address }
}

const RateNameRow = z.object({ id: z.string(), name: z.string() })

/** Lines in their stored form; undefined if none were sent. */
export async function linesOf(tx: Tx, lines: ContractLineInput[] | undefined): Promise<ServiceLine[] | undefined> {
  if (lines === undefined) return undefined
  const ids = lines.flatMap(({ serviceRateId }) => serviceRateId ?? [])
  const cards =
    ids.length === 0
      ? []
      : await tx.rows(typed(RateNameRow)`
          select id, service_name as name from service_rates where id = any(${ids}::uuid[])`)
  return namedLines(lines, new Map(cards.map(({ id, name }) => [id, name])))
}
