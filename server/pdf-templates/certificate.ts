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

/** Instants are ISO 8601 in UTC; hashes are hexadecimal. */
export interface CertificateDocument {
  document: {
    /** "Contract PROHR-202603-004", or the file name. */
    name: string
    /** Of the bytes shown to the signer. */
    shownSha256: string
  }
  signer: {
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
  }
  signature: GivenSignature
  /** Who signed for the firm; null if no one did. */
  firm: FirmSigner | null
  openedAt: string
  signedAt: string
  /** The signer's IP address. */
  address: string
  userAgent: string | null
  /** The complete text as shown (`consentText`). */
  consent: { version: string; text: string }
  /** Oldest first. */
  events: { at: string; what: string; who: string; address: string | null }[]
  /** Of the last audit entry that belongs to this document. */
  lastHash: string
}

/** A separate certificate, for a document whose pages are not changed. */
export function printCertificate(pdfPrinter: PdfPrinter, paper: CertificateDocument): Promise<Printed> {
  return printPdf(pdfPrinter, 'certificate', {
    footer: `Signature certificate: ${brief(paper.document.name)} · ${pdfPrinter.config.provider.name}`,
    certificate: certificateData(pdfPrinter, paper),
  })
}

/** The input of `templates/certificate-pages.typ`. */
export function certificateData({ config }: Pick<PdfPrinter, 'config'>, paper: CertificateDocument) {
  const { document, signer, signature, consent } = paper
  return {
    introduction: `${within(signer.name)} signed “${within(document.name)}” electronically in the portal of ${config.provider.name} on ${officeTime(paper.signedAt)}. This certificate records the details.`,
    document: {
      name: document.name,
      entries: [
        { label: 'Document', value: document.name },
        { label: 'SHA-256 of the document presented to the signer', value: document.shownSha256 },
      ],
    },
    signature: signaturePicture(signature),
    signer: [
      { label: `Name, as recorded by ${config.provider.name}`, value: signer.name },
      ...otherNames(signer),
      {
        label: 'Signed as',
        value: isSameName(signature.name, signer.name)
          ? signature.name
          : `${within(signature.name)}\nThis differs from the recorded name.`,
      },
      { label: 'Email', value: signer.email },
      { label: 'Account', value: `${within(signer.account)}, signed in to the portal` },
      { label: 'Identity confirmed', value: confirmations[signer.confirmedBy ?? 'session'] },
      { label: 'Signature', value: signature.kind === 'typed' ? 'Typed by the signer' : 'Drawn by the signer' },
      { label: 'Document received in full', value: inBothZones(paper.openedAt) },
      { label: 'Signed', value: inBothZones(paper.signedAt) },
      { label: 'IP address', value: paper.address },
      { label: 'Browser', value: paper.userAgent ?? 'Not provided' },
    ],
    firm: paper.firm === null ? null : firmEntries(paper.firm, config.provider.name),
    consent: {
      entries: [
        {
          label: 'Consent text',
          value: `Version ${consent.version}, agreed to before signing. The full text follows.`,
        },
      ],
      text: consent.text,
    },
    events: paper.events.map(({ at, what, who, address }) => ({
      at: utcTime(at),
      what,
      who,
      address: address ?? '–',
    })),
    proof: [{ label: 'Last entry of the audit log', value: paper.lastHash }],
    howToVerify: [
      `Each event above is an entry of the audit log, and each entry includes the hash of the entry before it. The hash of the last entry is shown above, so any later change to the log would no longer match this page.`,
      `This file has a digital seal that makes any later change detectable. To verify a copy, upload it at\n${config.publicUrl}/verify or open it in a PDF reader that shows digital signatures.`,
    ].join('\n\n'),
  }
}

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

function otherNames({ name, accountName, earlierNames }: CertificateDocument['signer']) {
  const earlier = earlierNames.filter((each) => !isSameName(each, name) && each !== accountName)
  return [
    ...(accountName === null ? [] : [{ label: 'Name in the account', value: accountName }]),
    ...(earlier.length === 0 ? [] : [{ label: 'Earlier names in the account', value: earlier.join(', ') }]),
  ]
}

const inBothZones = (instant: string) => `${utcTime(instant)}\n${officeTime(instant)}`
