import type { Reader } from '../kit/db.ts'
import type { CertificateDocument } from '../pdf-templates/certificate.ts'
import type { FirmSignature } from '../contracts/firm-signature.ts'
import { unsafeUser } from '../users/queries.ts'
import { eventsUntil, linkOf, type Signature } from './queries.ts'

/** The content of a signature's certificate; `name` is the name of the signed document. */
export async function certificateOf(
  reader: Reader,
  signature: Signature,
  name: string,
  firm: FirmSignature | null = null,
): Promise<CertificateDocument> {
  const { username } = await unsafeUser(reader, signature.signerId)
  const link = await linkOf(reader, signature)
  if (link === null) throw new Error('The signing is not linked in the audit log yet')
  const events = await eventsUntil(reader, signature)
  return {
    document: { name, shownSha256: signature.shownSha256 },
    signer: {
      name: signature.signerName,
      email: signature.signerEmail,
      account: username,
      accountName: signature.accountName,
      earlierNames: signature.earlierNames,
      confirmedBy: signature.confirmedBy,
    },
    signature: given(signature),
    firm: firm === null ? null : firmSignerOf(firm),
    openedAt: signature.openedAt.toISOString(),
    signedAt: signature.signedAt.toISOString(),
    address: signature.address,
    userAgent: signature.userAgent,
    consent: { version: signature.consentVersion, text: signature.consentText },
    events: events.flatMap(({ at, action, actorName, address }) => {
      const what = auditEntries[action]
      return what === undefined ? [] : [{ at: at.toISOString(), what, who: actorName ?? 'The portal', address }]
    }),
    lastHash: link.hash,
  }
}

const firmSignerOf = ({ signerName, signerEmail, signedAt, ...rest }: FirmSignature) => ({
  ...rest,
  name: signerName,
  email: signerEmail,
  signedAt: signedAt.toISOString(),
})

const given = ({ kind, name, strokes }: Signature): CertificateDocument['signature'] =>
  kind === 'drawn' ? { kind, name, strokes: strokes ?? [] } : { kind, name }

/** Audit events listed on a certificate. */
const auditEntries: Record<string, string> = {
  'document.added': 'Added to the client folder',
  'document.signature-requested': 'Requested the signature',
  'document.signature-withdrawn': 'Withdrew the signature request',
  'document.refused': 'Declined to sign',
  'document.opened': 'Opened the document',
  'document.delivered': 'Received the complete document',
  'document.signed': 'Agreed to sign electronically, and signed',
  'contract.created': 'Created the contract',
  'contract.changed': 'Updated the contract',
  'contract.firm-signed': 'Signed for the provider',
  'contract.opened': 'Opened the contract',
  'contract.delivered': 'Received the complete contract',
  'contract.signed': 'Agreed to sign electronically, and signed',
}
