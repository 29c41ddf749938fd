// Contracts that approved proposals become.
import type { Actor } from '../../domain/actor.ts'
import type { TemplateChoice } from '../../domain/agreement-template.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import type { ContractFromProposal, ContractView } from '../../domain/contract.ts'
import { assertCanCreateContractFromProposal } from '../../domain/contract-actions.ts'
import { applyDefaults, type ContractContent, contractDefaults } from '../../domain/contract-content.ts'
import { contractTermsOf } from '../../domain/firm-settings.ts'
import { officeDate } from '../../domain/time.ts'
import { contractTermsPreview } from '../agreement-templates/fill.ts'
import { currentBilling } from '../firm-settings/queries.ts'
import type { DatedReader } from '../invoices/queries.ts'
import type { Tx } from '../kit/db.ts'
import { proposalFor } from '../proposals/queries.ts'
import { addContract } from './actions.ts'
import type { FirmSigner } from './firm-signature.ts'
import { contractMadeFrom } from './queries.ts'
import { clientOf, linesOf } from './sources.ts'

/** If two requests create a contract from the same proposal, one succeeds and the other is refused with its number. */
export async function createContractFromProposal(
  tx: Tx,
  actor: Actor,
  proposalId: string,
  input: ContractFromProposal,
  signer: FirmSigner | null,
): Promise<ContractView> {
  const { folder, ground } = await defaultsFrom(tx, actor, proposalId, { lock: true })
  const content = applyDefaults(ground, input, await linesOf(tx, input.services))
  return addContract(tx, actor, folder, content, { ...input, firmSigner: signer })
}

/** The content of the contract that a proposal would become. Refuses what creating it would refuse. */
export async function contractPreview(
  reader: DatedReader,
  actor: Actor,
  proposalId: string,
  {
    template,
    ...dates
  }: { startDate?: string | undefined; endDate?: string | undefined; template?: TemplateChoice | undefined },
): Promise<ContractContent> {
  const { ground } = await defaultsFrom(reader, actor, proposalId, {})
  const content = applyDefaults(ground, { ...dates, totalValue: null }, undefined)
  if (template === undefined) return content
  const facts = { ...content, contractNumber: 'Preview', createdAt: reader.now.toISOString() }
  return { ...content, terms: await contractTermsPreview(reader, facts, template) }
}

async function defaultsFrom(reader: DatedReader, actor: Actor, proposalId: string, options: { lock?: boolean }) {
  const { proposal, folder } = await proposalFor(reader, actor, proposalId, options)
  assertCanCreateContractFromProposal(actor, proposal.status, await contractMadeFrom(reader, proposalId))
  assertNotArchived(folder)
  const terms = contractTermsOf(await currentBilling(reader), folder.sector)
  return { folder, ground: contractDefaults(proposal, await clientOf(reader, folder), officeDate(reader.now), terms) }
}
