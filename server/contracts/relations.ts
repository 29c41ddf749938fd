// Contracts that renew or amend an earlier one.
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import type { ContractRelation, ContractView, RelatedContractInput } from '../../domain/contract.ts'
import { applyDefaults } from '../../domain/contract-content.ts'
import { assertCanRelateContract, relationDefaults } from '../../domain/contract-relation.ts'
import { officeDate } from '../../domain/time.ts'
import type { Tx } from '../kit/db.ts'
import { addContract, contractChange } from './actions.ts'
import type { FirmSigner } from './firm-signature.ts'
import { contractFor } from './queries.ts'
import { linesOf } from './sources.ts'

/**
 * A draft for the client to sign, filled in from the earlier contract, which is locked: of two concurrent renewals, one
 * succeeds and the other fails with its number.
 */
export async function createRelatedContract(
  tx: Tx,
  actor: Actor,
  id: string,
  relation: ContractRelation,
  input: RelatedContractInput,
  signer: FirmSigner | null,
): Promise<ContractView> {
  const { contract: previous, folder } = await contractFor(tx, actor, id, { lock: true })
  assertCanRelateContract(previous, actor, relation)
  assertNotArchived(folder)
  const content = applyDefaults(
    relationDefaults(previous, relation, officeDate(tx.now)),
    input,
    await linesOf(tx, input.services),
  )
  const contract = await addContract(tx, actor, folder, content, {
    ...input,
    previous: { id, contractNumber: previous.contractNumber, relation },
    before: relation === 'renewal' ? previous : undefined,
    firmSigner: signer,
  })
  const details = { contractId: contract.id, contractNumber: contract.contractNumber }
  tx.record(
    { action: `contract.${relation}-created`, id, clientFolderId: folder.id, details },
    contractChange(id, folder),
  )
  return contract
}
