import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import type { Actor } from '../../domain/actor.ts'
import { type ClientFolder, writeTo } from '../../domain/client-folder.ts'
import { type ConsentProvider, consentText, consentVersion } from '../../domain/consent.ts'
import { type ContractView, sign } from '../../domain/contract.ts'
import type { Document, DocumentView } from '../../domain/document.ts'
import {
  asOpened,
  type Opened,
  refuseDocument as mayRefuse,
  type RefusalInput,
  signDocument as maySign,
  type SignatureInput,
} from '../../domain/signature.ts'
import { changeAssignmentStatus } from '../assignments/actions.ts'
import { makerToTell, markSigned } from '../contracts/actions.ts'
import { contractFor, hasOpenedContract, viewed as viewedContract } from '../contracts/queries.ts'
import { fetchDocument } from '../../domain/document.ts'
import { documentFor, viewed } from '../documents/queries.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { Range } from '../kit/files.ts'
import type { Addressee, Origin } from '../kit/record.ts'
import { type Paper } from '../papers-kept/queries.ts'
import { expectVersion } from '../kit/version.ts'
import { refused, signed } from './emails.ts'
import { hasOpenedPaper, openedDocument, type SignedNoun } from './queries.ts'

/** What the portal itself knows of a signing. */
export interface Circumstances {
  provider: ConsentProvider
  /** As the browser calls itself. */
  userAgent: string | null
  ifMatch: number | null
}

/** The client signs a document that they have opened. The sealed copy is made by the job that is queued here. */
export async function signDocument(
  tx: Tx,
  actor: Actor,
  id: string,
  input: SignatureInput,
  circumstances: Circumstances,
): Promise<DocumentView> {
  const { document, folder } = await documentFor(tx, actor, id, { lock: true })
  fetchDocument(document, actor)
  const opened = maySign(document, actor, folder, await openedDocument(tx, actor.id, document))
  writeTo(folder)
  expectVersion(document, circumstances.ifMatch)
  await tx.run(sql`
    update documents set is_signed = true, signed_at = ${tx.now}, version = version + 1 where id = ${id}`)
  await keepSignature(tx, actor, { noun: 'documents', id, folder, maker: null }, input, opened, circumstances)
  await completeAssignments(tx, actor, id)
  return viewedAfter(tx, actor, id)
}

/** The client signs a contract whose present text they have opened; from now on it stays as it is. */
export async function signContract(
  tx: Tx,
  actor: Actor,
  id: string,
  input: SignatureInput,
  circumstances: Circumstances,
): Promise<ContractView> {
  const { contract, folder } = await contractFor(tx, actor, id, { lock: true })
  sign(contract, actor, folder)
  const opened = asOpened(
    await hasOpenedContract(tx, actor.id, contract),
    'Please open the contract as it stands now and read it before you sign.',
  )
  writeTo(folder)
  expectVersion(contract, circumstances.ifMatch)
  await markSigned(tx, actor, folder, contract, tx.now)
  const maker = await makerToTell(tx, folder, contract)
  await keepSignature(tx, actor, { noun: 'contracts', id, folder, maker }, input, opened, circumstances)
  const after = await contractFor(tx, actor, id)
  return viewedContract(after.contract, actor, after.folder)
}

export async function refuseDocument(
  tx: Tx,
  actor: Actor,
  id: string,
  { reason }: RefusalInput,
  ifMatch: number | null,
): Promise<DocumentView> {
  const { document, folder } = await documentFor(tx, actor, id, { lock: true })
  mayRefuse(document, actor, folder)
  writeTo(folder)
  expectVersion(document, ifMatch)
  await tx.run(sql`
    update documents set refusal_reason = ${reason}, refused_at = ${tx.now}, version = version + 1 where id = ${id}`)
  tx.record(
    { action: 'document.refused', type: 'documents', id, clientFolderId: folder.id },
    { type: 'documents', id, clientFolderId: folder.id },
  )
  const letter = refused(folder)
  if (letter !== null) tx.mail(letter)
  return viewedAfter(tx, actor, id)
}

export interface Signable {
  noun: SignedNoun
  id: string
  folder: ClientFolder
  /** Who is told besides the folder's staff member. */
  maker: Addressee | null
}

/** The row of the signature, its line in the trail, its letters, and the job that makes its papers. The trail holds no names. */
async function keepSignature(
  tx: Tx,
  actor: Actor,
  { noun, id, folder, maker }: Signable,
  { kind, name, strokes }: SignatureInput,
  opened: Opened,
  { provider, userAgent }: Circumstances,
): Promise<void> {
  const signatureId = newId()
  const consent = consentText(provider)
  const consentSha256 = createHash('sha256').update(consent).digest('hex')
  const { clientName, clientEmail } = folder
  await tx.run(sql`
    insert into signatures (id, entity_type, entity_id, client_folder_id, signer_id, signer_name, signer_email, kind, name,
      strokes, consent_version, consent_text, consent_sha256, shown_sha256, opened_at, signed_at, address, user_agent)
    values (${signatureId}, ${noun}, ${id}, ${folder.id}, ${actor.id}, ${clientName ?? clientEmail}, ${clientEmail}, ${kind},
      ${name}, ${kind === 'drawn' ? JSON.stringify(strokes) : null}, ${consentVersion}, ${consent}, ${consentSha256},
      ${opened.sha256}, ${opened.at}, ${tx.now}, ${tx.origin.address}, ${userAgent?.slice(0, 500) ?? null})`)
  tx.record(
    {
      action: noun === 'documents' ? 'document.signed' : 'contract.signed',
      type: noun,
      id,
      clientFolderId: folder.id,
      details: { signatureId, kind, shownSha256: opened.sha256, openedAt: opened.at, consentVersion, consentSha256 },
    },
    { type: noun, id, clientFolderId: folder.id },
  )
  for (const letter of signed(folder, noun, id, maker)) tx.mail(letter)
  await tx.rows(sql`select graphile_worker.add_job('seal-signature', json_build_object('id', ${signatureId}::text))`)
}

/** What was given to the client as "sign this" is done. */
async function completeAssignments(tx: Tx, actor: Actor, documentId: string) {
  const open = await tx.rows<{ id: string }>(sql`
    select id from assignments where document_id = ${documentId} and wants = 'signature' and status <> 'completed' order by id`)
  for (const { id } of open) await changeAssignmentStatus(tx, actor, id, 'completed', null)
}

async function viewedAfter(tx: Tx, actor: Actor, id: string) {
  const { document, folder } = await documentFor(tx, actor, id)
  return viewed(document, actor, folder)
}

/** Each fetch of a paper stands in the trail; a viewer that reads on within ten minutes, range after range, continues one. */
export async function notePaperOpened(
  db: Database,
  origin: Origin,
  { id, clientFolderId }: Pick<Document, 'id' | 'clientFolderId'>,
  details: Pick<Paper, 'kind' | 'sha256'>,
  range: Range | null,
): Promise<void> {
  const continues = range !== null && range.start > 0
  const tenMinutesAgo = new Date(db.now.getTime() - 600_000)
  if (continues && (await hasOpenedPaper(db, origin.actorId, id, details.sha256, tenMinutesAgo))) return
  await db.transaction(origin, async (tx) =>
    tx.record({ action: 'document.copy-opened', type: 'documents', id, clientFolderId, details }),
  )
}
