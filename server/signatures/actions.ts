import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import type { Actor } from '../../domain/actor.ts'
import { type ClientFolder, assertNotArchived } from '../../domain/client-folder.ts'
import { type ConsentProvider, consentText, consentVersion } from '../../domain/consent.ts'
import { type ContractView, assertCanSignContract } from '../../domain/contract.ts'
import type { DocumentView } from '../../domain/document.ts'
import {
  assertOpened,
  isSameName,
  type Opened,
  assertCanDeclineDocument,
  type DeclineInput,
  assertCanSignDocument,
  type SignatureInput,
} from '../../domain/signature.ts'
import { changeAssignmentStatus } from '../assignments/actions.ts'
import { creatorToNotify } from '../contracts/actions.ts'
import { contractFor, viewed as viewedContract } from '../contracts/queries.ts'
import { assertCanDownloadDocument } from '../../domain/document.ts'
import { documentFor, viewed } from '../documents/queries.ts'
import { assertSignable } from '../documents/actions.ts'
import type { Reader, Tx } from '../kit/db.ts'
import type { Recipient, Origin } from '../kit/record.ts'
import type { AppContext } from '../app-context.ts'
import type { Session } from '../kit/session.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { type Confirmation, confirmIdentity, recordConfirmation } from '../sessions/confirm.ts'
import { namesOf } from '../users/queries.ts'
import { refused, signed } from './emails.ts'
import { deliveriesStored, openedContract, openedDocument } from './deliveries.ts'
import { type SignedNoun } from './queries.ts'
import { IdRow, typed } from '../kit/row-types.ts'

/** The portal's own observations of a signing. */
export interface Circumstances {
  /** The user agent. */
  userAgent: string | null
  ifMatch: IfMatch
}

type SigningParts = Pick<AppContext, 'db' | 'seal' | 'config'>

interface Signing {
  input: SignatureInput
  opened: Opened
  confirmation: Confirmation
  provider: ConsentProvider
  userAgent: string | null
}

/**
 * The client signs a document that they received completely, and reauthenticates. Everything else is checked before the
 * password. The job queued here creates the sealed copy.
 */
export async function signDocument(
  context: SigningParts,
  origin: Origin,
  actor: Session,
  id: string,
  input: SignatureInput,
  { userAgent, ifMatch }: Circumstances,
): Promise<DocumentView> {
  const { db, config } = context
  await deliveriesStored(actor.id)
  const { document } = await assertDocumentCanBeSigned(db, actor, id)
  await assertSignable(context, document)
  const confirmation = await confirmIdentity(db, origin, actor, input, config.publicUrl)
  return db.transaction(origin, async (tx) => {
    const { document, folder, opened } = await assertDocumentCanBeSigned(tx, actor, id, { lock: true })
    assertNotArchived(folder)
    assertVersion(document, ifMatch)
    await tx.run(sql`
      update documents set is_signed = true, signed_at = ${tx.now}, version = version + 1 where id = ${id}`)
    const signing = { input, opened, confirmation, provider: config.provider, userAgent }
    await storeSignature(
      tx,
      actor,
      { noun: 'documents', id, name: document.originalName, folder, maker: null },
      signing,
    )
    await completeAssignments(tx, actor, id)
    return viewedAfter(tx, actor, id)
  })
}

async function assertDocumentCanBeSigned(reader: Reader, actor: Actor, id: string, options = {}) {
  const { document, folder } = await documentFor(reader, actor, id, options)
  assertCanDownloadDocument(document, actor)
  const opened = assertCanSignDocument(document, actor, folder, await openedDocument(reader, actor.id, id))
  return { document, folder, opened }
}

/** The client signs a contract whose current text they received completely; from then on it does not change. */
export async function signContract(
  { db, config }: SigningParts,
  origin: Origin,
  actor: Session,
  id: string,
  input: SignatureInput,
  { userAgent, ifMatch }: Circumstances,
): Promise<ContractView> {
  await deliveriesStored(actor.id)
  await assertContractCanBeSigned(db, actor, id)
  const confirmation = await confirmIdentity(db, origin, actor, input, config.publicUrl)
  return db.transaction(origin, async (tx) => {
    const { contract, folder, opened } = await assertContractCanBeSigned(tx, actor, id, { lock: true })
    assertNotArchived(folder)
    assertVersion(contract, ifMatch)
    await tx.run(sql`
      update contracts set status = 'active', signed_at = ${tx.now}, version = version + 1, updated_at = ${tx.now} where id = ${id}`)
    const maker = await creatorToNotify(tx, folder, contract)
    const signing = { input, opened, confirmation, provider: config.provider, userAgent }
    await storeSignature(tx, actor, { noun: 'contracts', id, name: contract.contractNumber, folder, maker }, signing)
    const after = await contractFor(tx, actor, id)
    return viewedContract(after.contract, actor, after.folder)
  })
}

async function assertContractCanBeSigned(reader: Reader, actor: Actor, id: string, options = {}) {
  const { contract, folder } = await contractFor(reader, actor, id, options)
  assertCanSignContract(contract, actor, folder)
  const opened = assertOpened(
    await openedContract(reader, actor.id, id),
    'Open the contract as it is now and read it to the end before you sign.',
  )
  return { contract, folder, opened }
}

export async function declineDocument(
  tx: Tx,
  actor: Actor,
  id: string,
  { reason }: DeclineInput,
  ifMatch: IfMatch,
): Promise<DocumentView> {
  const { document, folder } = await documentFor(tx, actor, id, { lock: true })
  assertCanDeclineDocument(document, actor, folder)
  assertNotArchived(folder)
  assertVersion(document, ifMatch)
  await tx.run(sql`
    update documents set decline_reason = ${reason}, declined_at = ${tx.now}, version = version + 1 where id = ${id}`)
  tx.record(
    { action: 'document.refused', id, clientFolderId: folder.id },
    { type: 'documents', id, clientFolderId: folder.id },
  )
  const email = refused(folder, document.originalName)
  if (email !== null) tx.mail(email)
  return viewedAfter(tx, actor, id)
}

export interface Signable {
  noun: SignedNoun
  id: string
  /** The file name or the contract number. */
  name: string
  folder: ClientFolder
  /** Notified besides the folder's staff member. */
  maker: Recipient | null
}

/**
 * Stores the signature with its audit entry, its emails, and the job that creates its PDFs. The audit log contains no
 * names.
 */
async function storeSignature(
  tx: Tx,
  actor: Actor,
  { noun, id, folder, maker }: Signable,
  { input: { kind, name, strokes }, opened, confirmation, provider, userAgent }: Signing,
): Promise<void> {
  await recordConfirmation(tx, confirmation)
  const signatureId = newId()
  const consent = consentText(provider)
  const consentSha256 = createHash('sha256').update(consent).digest('hex')
  const { clientEmail } = folder
  const { recordedName, accountName, earlierNames } = await namesOf(tx, actor.id)
  if (clientEmail === null) throw new Error('A signer without an address')
  const signerName = recordedName ?? clientEmail
  const otherName = accountName !== null && !isSameName(accountName, signerName) ? accountName : null
  await tx.run(sql`
    insert into signatures (id, entity_type, entity_id, client_folder_id, signer_id, signer_name, signer_email, kind, name,
      strokes, consent_version, consent_text, consent_sha256, shown_sha256, opened_at, signed_at, address, user_agent,
      confirmed_by, account_name, earlier_names)
    values (${signatureId}, ${noun}, ${id}, ${folder.id}, ${actor.id}, ${signerName}, ${clientEmail}, ${kind},
      ${name}, ${kind === 'drawn' ? JSON.stringify(strokes) : null}, ${consentVersion}, ${consent}, ${consentSha256},
      ${opened.sha256}, ${opened.at}, ${tx.now}, ${tx.origin.address}, ${userAgent?.slice(0, 500) ?? null},
      ${confirmation.by}, ${otherName}, ${earlierNames})`)
  tx.record(
    {
      action: noun === 'documents' ? 'document.signed' : 'contract.signed',
      id,
      clientFolderId: folder.id,
      details: {
        signatureId,
        kind,
        shownSha256: opened.sha256,
        openedAt: opened.at,
        consentVersion,
        consentSha256,
        confirmedBy: confirmation.by,
        ...(isSameName(name, signerName) ? {} : { typedAnotherName: true }),
        ...(otherName === null ? {} : { accountHasAnotherName: true }),
      },
    },
    { type: noun, id, clientFolderId: folder.id },
  )
  for (const email of signed(folder, { noun, id, name }, maker)) tx.mail(email)
  await tx.rows(sql`select graphile_worker.add_job('seal-signature', json_build_object('id', ${signatureId}::text))`)
}

/** Completes the client's assignments to sign this document. */
async function completeAssignments(tx: Tx, actor: Actor, documentId: string) {
  const open = await tx.rows(typed(IdRow)`
    select id from assignments where document_id = ${documentId} and required_action = 'signature' and status in ('pending', 'in-progress') order by id`)
  for (const { id } of open) await changeAssignmentStatus(tx, actor, id, { status: 'completed', reason: null }, null)
}

async function viewedAfter(tx: Tx, actor: Actor, id: string) {
  const { document, folder } = await documentFor(tx, actor, id)
  return viewed(document, actor, folder)
}
