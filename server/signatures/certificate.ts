import type { Reader } from '../kit/db.ts'
import type { CertificatePaper } from '../papers/certificate.ts'
import { unsafeUser } from '../users/queries.ts'
import { eventsUntil, linkOf, type Signature } from './queries.ts'

/** What the certificate of a signature says; `name` is what the signed thing is called. */
export async function certificateOf(reader: Reader, signature: Signature, name: string): Promise<CertificatePaper> {
  const { username } = await unsafeUser(reader, signature.signerId)
  const link = await linkOf(reader, signature)
  if (link === null) throw new Error('The line of the signing is not linked into the trail yet')
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
    openedAt: signature.openedAt.toISOString(),
    signedAt: signature.signedAt.toISOString(),
    address: signature.address,
    userAgent: signature.userAgent,
    consent: { version: signature.consentVersion, text: signature.consentText },
    events: events.flatMap(({ at, action, actorName, address }) => {
      const what = deeds[action]
      return what === undefined ? [] : [{ at: at.toISOString(), what, who: actorName ?? 'The portal', address }]
    }),
    lastHash: link.hash,
  }
}

const given = ({ kind, name, strokes }: Signature): CertificatePaper['signature'] =>
  kind === 'drawn' ? { kind, name, strokes: strokes ?? [] } : { kind, name }

/** What of the trail stands on a certificate. */
const deeds: Record<string, string> = {
  'document.added': 'Put into the client folder',
  'document.signature-requested': 'Asked for the signature',
  'document.signature-withdrawn': 'Took the wish for a signature back',
  'document.refused': 'Declined to sign',
  'document.opened': 'Opened the document',
  'document.delivered': 'Received the whole document',
  'document.signed': 'Agreed to sign electronically, and signed',
  'contract.created': 'Made the contract',
  'contract.changed': 'Changed the contract',
  'contract.opened': 'Opened the contract',
  'contract.delivered': 'Received the whole contract',
  'contract.signed': 'Agreed to sign electronically, and signed',
}
