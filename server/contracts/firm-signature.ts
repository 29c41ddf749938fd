// The firm signs a contract when it sends it, unless the sender leaves the signature out. The signature is part of the
// transaction that creates or edits the contract; a job then prints and seals the PDF that the client reads.
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { assertCanCreateContract } from '../../domain/contract-actions.ts'
import type { FirmSignatureInput } from '../../domain/firm-signature.ts'
import type { Config } from '../config.ts'
import type { Database, Reader, Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { Origin } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import type { Session } from '../kit/session.ts'
import type { SealOccasion } from '../seal/seal.ts'
import { type Confirmation, confirmIdentity, recordConfirmation } from '../sessions/confirm.ts'
import { namesOf, unsafeUser } from '../users/queries.ts'

/** A person who reauthenticated to sign for the firm. */
export interface FirmSigner {
  id: string
  confirmation: Confirmation
  userAgent: string | null
}

interface Caller {
  origin: Origin
  actor: Session
  userAgent: string | undefined
}

/** Null where the caller leaves the signature out. Call it before the transaction. */
export async function firmSignerOf(
  { db, config }: { db: Database; config: Pick<Config, 'publicUrl'> },
  { origin, actor, userAgent }: Caller,
  input: FirmSignatureInput | undefined,
): Promise<FirmSigner | null> {
  assertCanCreateContract(actor)
  if (input === undefined) return null
  const confirmation = await confirmIdentity(db, origin, actor, input, config.publicUrl)
  return { id: actor.id, confirmation, userAgent: userAgent ?? null }
}

/** Stores the firm's signature on the contract's current text, in the transaction that wrote that text. */
export async function signForFirm(
  tx: Tx,
  { id, clientFolderId, textVersion }: { id: string; clientFolderId: string; textVersion: number },
  signer: FirmSigner,
): Promise<void> {
  await recordConfirmation(tx, signer.confirmation)
  const signatureId = newId()
  const { recordedName } = await namesOf(tx, signer.id)
  const { email } = await unsafeUser(tx, signer.id)
  await tx.run(sql`
    insert into firm_signatures (id, contract_id, client_folder_id, text_version, signer_id, signer_name, signer_email,
      confirmed_by, signed_at, address, user_agent)
    values (${signatureId}, ${id}, ${clientFolderId}, ${textVersion}, ${signer.id}, ${recordedName ?? email}, ${email},
      ${signer.confirmation.by}, ${tx.now}, ${tx.origin.address}, ${signer.userAgent?.slice(0, 500) ?? null})`)
  tx.record(
    {
      action: 'contract.firm-signed',
      id,
      clientFolderId,
      details: { firmSignatureId: signatureId, textVersion, confirmedBy: signer.confirmation.by },
    },
    { type: 'contracts', id, clientFolderId },
  )
  await tx.rows(sql`select graphile_worker.add_job('store-contract-original', json_build_object('id', ${id}::text))`)
}

/** What the firm's seal says in a PDF reader. */
export const firmSealOf = (
  { signerName }: Pick<FirmSignature, 'signerName'>,
  { contractNumber }: { contractNumber: string },
  firmName: string,
  at: Date,
): SealOccasion => ({ reason: `Contract ${contractNumber}`, signerName: `${signerName} for ${firmName}`, at })

/** SQL expression: what a view shows of the firm's signature on the current text of contract `c`. */
export const firmSignatureSummary: Sql = sql`(
  select jsonb_build_object('signerName', fs.signer_name, 'signedAt', iso(fs.signed_at))
  from firm_signatures fs where fs.contract_id = c.id and fs.text_version = c.text_version)`

export const FirmSignature = z.object({
  signerName: z.string(),
  signerEmail: z.string(),
  account: z.string(),
  confirmedBy: z.enum(['password', 'passkey']),
  signedAt: z.date(),
  address: z.string(),
  userAgent: z.string().nullable(),
})
export type FirmSignature = z.infer<typeof FirmSignature>

/** Without an access check, for the portal's own work; null if the firm didn't sign this text. */
export const unsafeFirmSignature = (
  reader: Reader,
  contractId: string,
  textVersion: number,
): Promise<FirmSignature | null> =>
  reader.maybe(typed(FirmSignature)`
    select fs.signer_name as "signerName", fs.signer_email as "signerEmail", u.username as account,
      fs.confirmed_by as "confirmedBy", fs.signed_at as "signedAt", fs.address, fs.user_agent as "userAgent"
    from firm_signatures fs join users u on u.id = fs.signer_id
    where fs.contract_id = ${contractId} and fs.text_version = ${textVersion}`)
