import type { Reader } from '../kit/db.ts'
import type { CertificateDocument, CertifiedSigner } from '../pdf-templates/certificate.ts'
import type { FirmSignature } from '../contracts/firm-signature.ts'
import type { GivenSignature } from '../pdf-templates/signature.ts'
import { type CertifiedSignature, eventsUntil, linkOf, type Signature, signaturesUntil } from './queries.ts'

/** The content of the certificate of all signatures up to this one; `name` is the name of the signed document. */
export async function certificateOf(
  reader: Reader,
  signature: Signature,
  name: string,
  firm: FirmSignature | null = null,
): Promise<CertificateDocument> {
  const link = await linkOf(reader, signature)
  if (link === null) throw new Error('The signing is not linked in the audit log yet')
  const events = await eventsUntil(reader, signature)
  const signers = (await signaturesUntil(reader, signature)).map(signerOf)
  return {
    name,
    signers: signers as [CertifiedSigner, ...CertifiedSigner[]],
    firm: firm === null ? null : firmSignerOf(firm),
    events: events.flatMap(({ at, action, actorName, address }) => {
      const what = auditEntries[action]
      return what === undefined ? [] : [{ at: at.toISOString(), what, who: actorName ?? 'The portal', address }]
    }),
    lastHash: link.hash,
  }
}

const signerOf = (signature: CertifiedSignature): CertifiedSigner => ({
  name: signature.signerName,
  email: signature.signerEmail,
  account: signature.account,
  accountName: signature.accountName,
  earlierNames: signature.earlierNames,
  confirmedBy: signature.confirmedBy,
  side: signature.side,
  delegatedBy: signature.delegatedByName,
  signature: given(signature),
  openedAt: signature.openedAt.toISOString(),
  signedAt: signature.signedAt.toISOString(),
  address: signature.address,
  userAgent: signature.userAgent,
  shownSha256: signature.shownSha256,
  consent: { version: signature.consentVersion, text: signature.consentText },
})

const firmSignerOf = ({ signerName, signerEmail, signedAt, ...rest }: FirmSignature) => ({
  ...rest,
  name: signerName,
  email: signerEmail,
  signedAt: signedAt.toISOString(),
})

export const given = ({ kind, name, strokes }: Pick<Signature, 'kind' | 'name' | 'strokes'>): GivenSignature =>
  kind === 'drawn' ? { kind, name, strokes: strokes ?? [] } : { kind, name }

/** Audit events listed on a certificate. */
const auditEntries: Record<string, string> = {
  'document.added': 'Added to the client folder',
  'document.signature-requested': 'Requested the signature',
  'document.signature-withdrawn': 'Withdrew the signature request',
  'document.signature-delegated': 'Delegated the signature',
  'document.signers-changed': 'Changed the signers',
  'document.refused': 'Declined to sign',
  'document.opened': 'Opened the document',
  'document.delivered': 'Received the complete document',
  'document.signed': 'Agreed to sign electronically, and signed',
  'contract.created': 'Created the contract',
  'contract.changed': 'Updated the contract',
  'contract.firm-signed': 'Signed for the provider',
  'contract.signature-delegated': 'Delegated the signature',
  'contract.signers-changed': 'Changed the signers',
  'contract.opened': 'Opened the contract',
  'contract.delivered': 'Received the complete contract',
  'contract.signed': 'Agreed to sign electronically, and signed',
}
