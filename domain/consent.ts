// What a signer reads and agrees to before signing electronically. A change of the text needs a new version: each
// signature stores the version, the text as it was shown, and its SHA-256. Sources: ESIGN, 15 U.S.C. § 7001(c)
// (required disclosures) and Virginia's UETA, Va. Code §§ 59.1-479 to 59.1-498.

export const consentVersion = '3'

/** Contact details for the signer's questions. */
export interface ConsentProvider {
  name: string
  address: string
  phone: string
  email: string
}

export interface Consent {
  version: string
  title: string
  /** What matters most, shown above the folded sections. */
  summary: string
  sections: readonly { title: string; text: string }[]
  /** Label of the consent checkbox. */
  agreement: string
  /** What the button that signs means, shown next to it. */
  intent: string
}

export const consentFor = ({ name, address, phone, email }: ConsentProvider): Consent => ({
  version: consentVersion,
  title: 'Signing electronically',
  summary:
    'You do not have to sign electronically: you may sign on paper, at no charge. Your agreement covers this one document. You can stop or decline at any time before you sign.',
  sections: [
    {
      title: 'What this covers',
      text: 'You are about to sign one document electronically: the one that is open on this page. Your agreement covers this document and the records of its signing: the signed copy, the signature certificate, and our messages about it. It covers nothing else. We will ask you again for the next document.',
    },
    {
      title: 'Paper instead',
      text: `You do not have to sign electronically. You may sign on paper instead. You may also ask for a paper copy of what you signed here at any time, at no charge. Call ${phone}, or write to ${email} or to ${name}, ${address}.`,
    },
    {
      title: 'Changing your mind',
      text: 'You can stop at any time before you select the button that signs it: leave this page, or decline and give a reason. Nothing is signed, and we will agree with you on how to continue, on paper if you prefer. After you sign, your signature remains valid. You can still tell us, in any of the ways above, that you want later documents on paper.',
    },
    {
      title: 'What you need',
      text: 'You need an internet connection, a current web browser, a program that opens PDF files (most browsers do), your account here and the email address in it, and a printer or storage space if you want to keep a copy. If you could open the document here, your device meets these requirements.',
    },
    {
      title: 'Your email address',
      text: `We write to the email address of your account. If it changes, tell us: call ${phone} or write to ${email}.`,
    },
    {
      title: 'Where the copies are stored',
      text: 'The document as you saw it, the signed copy, and the signature certificate are stored in your client folder. You can open, download, and print them there, and so can we. We also send you an email with a link to them.',
    },
    {
      title: 'What is recorded',
      text: 'We record your name, your email address, and your account; when you opened the document and when you signed it; the internet address and the browser you signed from; your signature; this text; and a fingerprint (SHA-256) of the document. The signed file has a digital seal that makes any later change detectable.',
    },
    {
      title: 'The law behind it',
      text: 'Electronic signatures and records have legal effect under the federal ESIGN Act (15 U.S.C. § 7001 and following) and Virginia’s Uniform Electronic Transactions Act (Va. Code § 59.1-479 and following). By agreeing, you choose to sign this document electronically.',
    },
  ],
  agreement: 'I have read “Signing electronically”, and I agree to sign this document electronically.',
  intent: 'By selecting the button that signs it, I intend this to be my signature on this document.',
})

/** The full text in a fixed form: stored with a signature, printed on its certificate, and hashed. */
export const consentText = (provider: ConsentProvider): string => {
  const { title, summary, sections, agreement, intent } = consentFor(provider)
  return [title, summary, ...sections.map((section) => `${section.title}\n${section.text}`), agreement, intent].join(
    '\n\n',
  )
}
