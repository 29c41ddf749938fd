import type { Printed } from '../pdf/printer.ts'
import { isSameName } from '../../domain/signature.ts'
import { brief, officeTime, utcTime, within } from './format.ts'
import { type PdfPrinter, printPdf } from './print.ts'
import { type GivenSignature, signaturePicture } from './signature.ts'

export interface FirmSigner {
  name: string
  email: string
  account: string
  confirmedBy: 'password' | 'passkey'
  signedAt: string
  address: string
  userAgent: string | null
}

/** A signer on either side. */
export interface CertifiedSigner {
  name: string
  email: string
  /** The signer's username. */
  account: string
  /** The name in the account, if it differs from the one that the team recorded. */
  accountName: string | null
  /** Earlier names of the account. */
  earlierNames: readonly string[]
  /** How the signer reauthenticated for the signature; null for signatures from before this was required. */
  confirmedBy: 'password' | 'passkey' | null
  side: 'client' | 'firm'
  /** Who delegated the signature to them. */
  delegatedBy: string | null
  signature: GivenSignature
  openedAt: string
  signedAt: string
  /** The signer's IP address. */
  address: string
  userAgent: string | null
  /** Of the bytes shown to them. */
  shownSha256: string
  /** The complete text as shown (`consentText`). */
  consent: { version: string; text: string }
}

/** Instants are ISO 8601 in UTC; hashes are hexadecimal. */
export interface CertificateDocument {
  /** "Contract PROHR-202603-004", or the file name. */
  name: string
  /** In the order in which they signed. */
  signers: [CertifiedSigner, ...CertifiedSigner[]]
  /** Who signed for the firm when it was sent; null if no one did. */
  firm: FirmSigner | null
  /** Oldest first. */
  events: { at: string; what: string; who: string; address: string | null }[]
  /** Of the last audit entry that belongs to this document. */
  lastHash: string
}

/** The certificate of all signatures: its own PDF, because pages can't be added to a file without invalidating its seals. */
export function printCertificate(pdfPrinter: PdfPrinter, certificate: CertificateDocument): Promise<Printed> {
  return printPdf(pdfPrinter, 'certificate', {
    footer: `Signature certificate: ${brief(certificate.name)} · ${pdfPrinter.config.provider.name}`,
    certificate: certificateData(pdfPrinter, certificate),
  })
}

/** The input of `templates/certificate.typ`. */
function certificateData({ config }: Pick<PdfPrinter, 'config'>, certificate: CertificateDocument) {
  const { name, signers } = certificate
  const provider = config.provider.name
  const last = signers.at(-1) as CertifiedSigner
  const who = new Intl.ListFormat('en-US').format(signers.map((signer) => within(signer.name)))
  const when =
    signers.length === 1 ? `on ${officeTime(last.signedAt)}` : `, the last one on ${officeTime(last.signedAt)}`
  // Changed text has a new version, so all PDFs of one version are equal.
  const consents = [...new Map(signers.map(({ consent }) => [consent.version, consent])).values()]
  return {
    introduction: `${who} signed “${within(name)}” electronically in the portal of ${provider}${signers.length === 1 ? ' ' : ''}${when}. This certificate records the details.`,
    document: { name, entries: [{ label: 'Document', value: name }] },
    signers: signers.map((signer, index) => ({
      title: titleOf(signer, signers.length === 1 ? null : index + 1),
      signature: signaturePicture(signer.signature),
      entries: signerEntries(signer, provider),
    })),
    firm: certificate.firm === null ? null : firmEntries(certificate.firm, provider),
    consents: consents.map(({ version, text }) => ({
      entries: [
        { label: 'Consent text', value: `Version ${version}, agreed to before signing. The full text follows.` },
      ],
      text,
    })),
    events: certificate.events.map(({ at, what, who, address }) => ({
      at: utcTime(at),
      what,
      who,
      address: address ?? '–',
    })),
    proof: [{ label: 'Last entry of the audit log', value: certificate.lastHash }],
    howToVerify: [
      `Each event above is an entry of the audit log, and each entry includes the hash of the entry before it. The hash of the last entry is shown above, so any later change to the log would no longer match this page.`,
      `This file has a digital seal that makes any later change detectable. To verify a copy, upload it at\n${config.publicUrl}/verify or open it in a PDF reader that shows digital signatures.`,
    ].join('\n\n'),
  }
}

const titleOf = ({ side }: CertifiedSigner, place: number | null) =>
  `Signer${place === null ? '' : ` ${place}`}${side === 'firm' ? ' for the provider' : ''}`

const signerEntries = (signer: CertifiedSigner, provider: string) => [
  { label: `Name, as recorded by ${provider}`, value: signer.name },
  ...otherNames(signer),
  {
    label: 'Signed as',
    value: isSameName(signer.signature.name, signer.name)
      ? signer.signature.name
      : `${within(signer.signature.name)}\nThis differs from the recorded name.`,
  },
  ...(signer.delegatedBy === null ? [] : [{ label: 'Signature delegated by', value: signer.delegatedBy }]),
  { label: 'Email', value: signer.email },
  { label: 'Account', value: `${within(signer.account)}, signed in to the portal` },
  { label: 'Identity confirmed', value: confirmations[signer.confirmedBy ?? 'session'] },
  { label: 'Signature', value: signer.signature.kind === 'typed' ? 'Typed by the signer' : 'Drawn by the signer' },
  { label: 'Document received in full', value: inBothZones(signer.openedAt) },
  { label: 'Signed', value: inBothZones(signer.signedAt) },
  { label: 'IP address', value: signer.address },
  { label: 'Browser', value: signer.userAgent ?? 'Not provided' },
  { label: 'SHA-256 of the document presented to the signer', value: signer.shownSha256 },
]

const firmEntries = (firm: FirmSigner, provider: string) => [
  { label: `Signed for ${provider} by`, value: firm.name },
  { label: 'Email', value: firm.email },
  { label: 'Account', value: `${within(firm.account)}, signed in to the portal` },
  { label: 'Identity confirmed', value: confirmations[firm.confirmedBy] },
  { label: 'Signed', value: inBothZones(firm.signedAt) },
  { label: 'IP address', value: firm.address },
  { label: 'Browser', value: firm.userAgent ?? 'Not provided' },
]

const confirmations = {
  password: 'Entered password to sign',
  passkey: 'Used passkey to sign',
  session: 'Signed in to the portal',
}

function otherNames({ name, accountName, earlierNames }: CertifiedSigner) {
  const earlier = earlierNames.filter((each) => !isSameName(each, name) && each !== accountName)
  return [
    ...(accountName === null ? [] : [{ label: 'Name in the account', value: accountName }]),
    ...(earlier.length === 0 ? [] : [{ label: 'Earlier names in the account', value: earlier.join(', ') }]),
  ]
}

const inBothZones = (instant: string) => `${utcTime(instant)}\n${officeTime(instant)}`
