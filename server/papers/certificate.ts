import type { Printed } from '../pdf/printer.ts'
import { isSameName } from '../../domain/signature.ts'
import { brief, officeTime, utcTime, within } from './format.ts'
import { type Press, printPaper } from './print.ts'
import { type GivenSignature, signaturePicture } from './signature.ts'

/** Instants are ISO 8601 in UTC; hashes are hexadecimal. */
export interface CertificatePaper {
  document: {
    /** "Contract PROHR-202603-004", or the name of the file. */
    name: string
    /** Of the bytes that the signer was shown. */
    shownSha256: string
  }
  signer: {
    name: string
    email: string
    /** The account they were signed in to, as its username. */
    account: string
    /** The name in the account, where it is not the one that the team recorded. */
    accountName: string | null
    /** That the account had before. */
    earlierNames: readonly string[]
    /** How they confirmed who they are as they signed; null where that was not asked yet. */
    confirmedBy: 'password' | 'passkey' | null
  }
  signature: GivenSignature
  openedAt: string
  signedAt: string
  /** Where the signature came from. */
  address: string
  userAgent: string | null
  /** The text in full, as it was shown (`consentText`). */
  consent: { version: string; text: string }
  /** Oldest first. */
  events: { at: string; what: string; who: string; address: string | null }[]
  /** Of the last entry of the audit trail that belongs to this. */
  lastHash: string
}

/** A certificate of its own, for a document whose own pages stay untouched. */
export function printCertificate(press: Press, paper: CertificatePaper): Promise<Printed> {
  return printPaper(press, 'certificate', {
    footer: `Certificate of signature: ${brief(paper.document.name)} · ${press.config.provider.name}`,
    certificate: certificateData(press, paper),
  })
}

/** What `templates/certificate-pages.typ` takes. */
export function certificateData({ config }: Pick<Press, 'config'>, paper: CertificatePaper) {
  const { document, signer, signature, consent } = paper
  return {
    introduction: `${within(signer.name)} signed “${within(document.name)}” electronically in the portal of ${config.provider.name} on ${officeTime(paper.signedAt)}. This certificate records how.`,
    document: {
      name: document.name,
      entries: [
        { label: 'Document', value: document.name },
        { label: 'SHA-256 of the file that the signer was shown', value: document.shownSha256 },
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
          : `${within(signature.name)}\nThis is not the recorded name.`,
      },
      { label: 'E-mail', value: signer.email },
      { label: 'Account', value: `${within(signer.account)}, signed in to the portal` },
      { label: 'Identity confirmed', value: confirmations[signer.confirmedBy ?? 'session'] },
      { label: 'Signature', value: signature.kind === 'typed' ? 'Typed by the signer' : 'Drawn by the signer' },
      { label: 'Document received in full', value: inBothZones(paper.openedAt) },
      { label: 'Signed', value: inBothZones(paper.signedAt) },
      { label: 'Internet address', value: paper.address },
      { label: 'Browser', value: paper.userAgent ?? 'Not stated by the browser' },
    ],
    consent: {
      entries: [{ label: 'Consent text', value: `Version ${consent.version}, agreed to before signing, as follows` }],
      text: consent.text,
    },
    events: paper.events.map(({ at, what, who, address }) => ({
      at: utcTime(at),
      what,
      who,
      address: address ?? '–',
    })),
    proof: [{ label: 'Last entry of the audit trail', value: paper.lastHash }],
    howToVerify: [
      `Each event above is an entry of the audit trail, and each entry carries the hash of the one before it. The hash of the last one stands here, so the trail cannot be changed afterwards without contradicting this page.`,
      `The file that holds this certificate is sealed with a digital signature: any change of a byte in it can be seen. To check a copy, upload it at ${config.publicUrl}/verify, or open it in a program that shows digital signatures.`,
    ].join('\n\n'),
  }
}

const confirmations = {
  password: 'Password, entered to sign',
  passkey: 'Passkey, used to sign',
  session: 'Signed in to the portal',
}

function otherNames({ name, accountName, earlierNames }: CertificatePaper['signer']) {
  const earlier = earlierNames.filter((each) => !isSameName(each, name) && each !== accountName)
  return [
    ...(accountName === null ? [] : [{ label: 'Name in the account', value: accountName }]),
    ...(earlier.length === 0 ? [] : [{ label: 'Earlier names in the account', value: earlier.join(', ') }]),
  ]
}

const inBothZones = (instant: string) => `${utcTime(instant)}\n${officeTime(instant)}`
