import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { readDocumentFile } from '../../api/documents.ts'
import { readCertificate, readSignedDocument, declineDocument, signDocument } from '../../api/signatures.ts'
import type { DocumentView } from '../../domain/document.ts'
import { documentById } from '../documents/queries.ts'
import { addressOf, call } from '../kit/call.ts'
import { formatLongDate } from '../kit/dates.ts'
import { useUser } from '../session/use-auth.ts'
import { Signing } from './Signing.tsx'
import { waitingSince, whyNotNow } from './waiting.ts'
import { SigningQuery, untilReceived } from './SigningQuery.tsx'
import type { SigningTarget } from './signing-target.ts'
import { texts } from './words.ts'

export default function SignDocumentPage() {
  const { id } = useParams({ from: '/documents/$id/sign' })
  const user = useUser()
  const query = useQuery({ ...documentById(id), refetchInterval: untilReceived })
  return <SigningQuery query={query}>{(document) => <Signing target={targetOf(document, user.id)} />}</SigningQuery>
}

function targetOf(document: DocumentView, userId: string): SigningTarget {
  const { id, version, originalName, uploadedByName, createdAt, allowed, signature, openedAt } = document
  const params = { id }
  const isShown = allowed.includes('open')
  const viewAddress = addressOf(readDocumentFile, { params, query: { inline: '1' } })
  const certificate = { label: 'Certificate', address: addressOf(readCertificate, { params }) }
  const signedCopy = { label: 'Signed copy', address: addressOf(readSignedDocument, { params }) }
  return {
    noun: 'documents',
    word: 'document',
    clientFolderId: document.clientFolderId,
    title: originalName,
    note: `Added on ${formatLongDate(createdAt)}${uploadedByName === null ? '' : ` by ${uploadedByName}`}`,
    textKey: document.sha256,
    viewAddress: isShown ? viewAddress : null,
    openAddress: isShown ? viewAddress : document.objectPath,
    downloadAddress: document.objectPath,
    isReceived: openedAt !== null,
    maySign: allowed.includes('sign'),
    mayDecline: allowed.includes('refuse'),
    place: null,
    whyNot: whyNot(document, userId),
    signature,
    copies: isShown ? [signedCopy, certificate] : [{ label: 'Document', address: document.objectPath }, certificate],
    sign: (body, idempotencyKey) => call(signDocument, { params, body, idempotencyKey, ifMatch: version }),
    refuse: (reason, idempotencyKey) =>
      call(declineDocument, { params, body: { reason }, idempotencyKey, ifMatch: version }),
  }
}

function whyNot({ requiresSignature, declinedAt, declineReason, signers }: DocumentView, userId: string) {
  if (declinedAt !== null)
    return `The signature was declined on ${formatLongDate(declinedAt)}: ${declineReason ?? ''} Your consultant can request it again.`
  if (!requiresSignature) return 'No one has requested a signature on this document.'
  return whyNotNow(signers, userId) ?? waitingSince(signers) ?? texts.onlySigners
}
