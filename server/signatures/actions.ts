import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { type ConsentProvider, consentText, consentVersion } from '../../domain/consent.ts'
import type { ContractView } from '../../domain/contract.ts'
import { assertCanSignContract } from '../../domain/contract-actions.ts'
import type { DocumentView } from '../../domain/document.ts'
import {
  assertCanDeclineDocument,
  assertCanSignDocument,
  assertSignerOfDocument,
} from '../../domain/document-actions.ts'
import {
  assertOpened,
  isSameName,
  type Opened,
  type DeclineInput,
  type SignatureInput,
} from '../../domain/signature.ts'
import type { Signer } from '../../domain/signer.ts'
import { creatorToNotify } from '../contracts/actions.ts'
import { contractFor, viewed as viewedContract } from '../contracts/queries.ts'
import { assertCanDownloadDocument } from '../../domain/document.ts'
import { documentFor, viewed } from '../documents/queries.ts'
import { assertSignable } from '../documents/actions.ts'
import type { Reader, Tx } from '../kit/db.ts'
import type { Origin } from '../kit/record.ts'
import type { AppContext } from '../app-context.ts'
import type { Session } from '../kit/session.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { type Confirmation, confirmIdentity, recordConfirmation } from '../sessions/confirm.ts'
import { namesOf, unsafeUser } from '../users/queries.ts'
import { notifyOfDecline } from './decline.ts'
import { refused, signed, signedByTeam } from './emails.ts'
import { deliveriesStored, openedContract, openedDocument } from './deliveries.ts'
import { proceed, type SignedThing } from './proceed.ts'
import { endSigning, markSigned } from './signers.ts'

/** The portal's own observations of a signing. */
export interface Circumstances {
  /** The user agent. */
  userAgent: string | null
  ifMatch: IfMatch
}

type SigningParts = Pick<AppContext, 'db' | 'seal' | 'config'>

interface Signing {
  signer: Signer
  /** All signers before this signature. */
  signers: readonly Signer[]
  input: SignatureInput
  opened: Opened
  confirmation: Confirmation
  provider: ConsentProvider
  userAgent: string | null
}

/**
 * A signer signs a document that they received completely, and reauthenticates. Everything else is checked before the
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
    const { document, folder, ...ready } = await assertDocumentCanBeSigned(tx, actor, id, { lock: true })
    assertNotArchived(folder)
    assertVersion(document, ifMatch)
    const { originalName: name, signBy, isSigned: wasDone, signers } = document
    const signing = { ...ready, signers, input, confirmation, provider: config.provider, userAgent }
    await sign(tx, actor, { noun: 'documents', id, name, folder, signBy, wasDone, creator: null }, signing)
    return viewedAfter(tx, actor, id)
  })
}

async function assertDocumentCanBeSigned(reader: Reader, actor: Actor, id: string, options = {}) {
  const { document, folder } = await documentFor(reader, actor, id, options)
  assertCanDownloadDocument(document, actor)
  return { document, folder, ...assertCanSignDocument(document, actor, await openedDocument(reader, actor.id, id)) }
}

/** A signer signs a contract whose current text they received completely; from then on it does not change. */
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
    const { contract, folder, ...ready } = await assertContractCanBeSigned(tx, actor, id, { lock: true })
    assertNotArchived(folder)
    assertVersion(contract, ifMatch)
    const { contractNumber: name, signBy, status, signers } = contract
    const creator = await creatorToNotify(tx, folder, contract)
    const signing = { ...ready, signers, input, confirmation, provider: config.provider, userAgent }
    const thing = { noun: 'contracts' as const, id, name, folder, signBy, wasDone: status === 'active', creator }
    await sign(tx, actor, thing, signing)
    const after = await contractFor(tx, actor, id)
    return viewedContract(after.contract, actor, after.folder)
  })
}

async function assertContractCanBeSigned(reader: Reader, actor: Actor, id: string, options = {}) {
  const { contract, folder } = await contractFor(reader, actor, id, options)
  const signer = assertCanSignContract(contract, actor)
  const opened = assertOpened(
    await openedContract(reader, actor.id, id),
    'Open the contract as it is now and read it to the end before you sign.',
  )
  return { contract, folder, signer, opened }
}

export async function declineDocument(
  tx: Tx,
  actor: Actor,
  id: string,
  { reason }: DeclineInput,
  ifMatch: IfMatch,
): Promise<DocumentView> {
  const { document, folder } = await documentFor(tx, actor, id, { lock: true })
  assertCanDeclineDocument(document, actor)
  const signer = assertSignerOfDocument(document, actor)
  assertNotArchived(folder)
  assertVersion(document, ifMatch)
  await endSigning(tx, id, 'canceled', signer)
  await tx.run(sql`
    update documents set decline_reason = ${reason}, declined_at = ${tx.now}, version = version + 1 where id = ${id}`)
  tx.record(
    { action: 'document.refused', id, clientFolderId: folder.id },
    { type: 'documents', id, clientFolderId: folder.id },
  )
  const email = refused(folder, document.originalName)
  if (email !== null) tx.mail(email)
  await notifyOfDecline(tx, folder, { noun: 'documents', id, name: document.originalName }, document.signers, actor)
  return viewedAfter(tx, actor, id)
}

/** Stores the signature, and what follows from it. */
async function sign(tx: Tx, actor: Actor, thing: SignedThing, signing: Signing): Promise<void> {
  const { signer, signers } = signing
  const signatureId = await storeSignature(tx, actor, thing, signing)
  await markSigned(tx, thing.id, signer, actor, signatureId)
  const { isNowDone } = await proceed(tx, actor, thing)
  const others = signers.filter(({ side, status }) => side === 'client' && status === 'signed')
  const signerIds = isNowDone || signer.side === 'firm' ? others.map(({ userId }) => userId) : []
  const emails =
    signer.side === 'firm'
      ? signedByTeam(thing.folder, thing, thing.wasDone ? signerIds : [])
      : signed(thing.folder, thing, { signerIds: [actor.id, ...signerIds], isDone: isNowDone, creator: thing.creator })
  for (const email of emails) tx.mail(email)
}

/** Stores the signature with its audit entry and the job that creates its PDFs. The audit log contains no names. */
async function storeSignature(
  tx: Tx,
  actor: Actor,
  { noun, id, folder }: SignedThing,
  { input: { kind, name, strokes }, opened, confirmation, provider, userAgent }: Signing,
): Promise<string> {
  await recordConfirmation(tx, confirmation)
  const signatureId = newId()
  const consent = consentText(provider)
  const consentSha256 = createHash('sha256').update(consent).digest('hex')
  const { email: signerEmail } = await unsafeUser(tx, actor.id)
  const { recordedName, accountName, earlierNames } = await namesOf(tx, actor.id)
  const signerName = recordedName ?? signerEmail
  const otherName = accountName !== null && !isSameName(accountName, signerName) ? accountName : null
  await tx.run(sql`
    insert into signatures (id, entity_type, entity_id, client_folder_id, signer_id, signer_name, signer_email, kind, name,
      strokes, consent_version, consent_text, consent_sha256, shown_sha256, opened_at, signed_at, address, user_agent,
      confirmed_by, account_name, earlier_names)
    values (${signatureId}, ${noun}, ${id}, ${folder.id}, ${actor.id}, ${signerName}, ${signerEmail}, ${kind},
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
  await tx.rows(sql`select graphile_worker.add_job('seal-signature', json_build_object('id', ${signatureId}::text))`)
  return signatureId
}

async function viewedAfter(tx: Tx, actor: Actor, id: string) {
  const { document, folder } = await documentFor(tx, actor, id)
  return viewed(document, actor, folder)
}
