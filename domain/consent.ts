// What a signer reads and agrees to before signing electronically. A change of its words needs a new version: each signature
// keeps the version, the text as it was shown, and its SHA-256.
// Sources: ESIGN, 15 U.S.C. § 7001(c) (what has to be said first) and Virginia's UETA, Va. Code §§ 59.1-479 to 59.1-498.

export const consentVersion = '1'

/** Whom the signer reaches about all this. */
export interface ConsentProvider {
  name: string
  address: string
  phone: string
  email: string
}

export interface Consent {
  version: string
  title: string
  sections: readonly { title: string; text: string }[]
  /** Beside the box that is ticked for the consent. */
  agreement: string
  /** Beside the box that is ticked for the signature itself. */
  intent: string
}

export const consentFor = ({ name, address, phone, email }: ConsentProvider): Consent => ({
  version: consentVersion,
  title: 'Signing electronically',
  sections: [
    {
      title: 'What this covers',
      text: 'You are about to sign one document electronically: the one that you have just opened. Your agreement covers this document and the records of its signing, which are the signed copy, the certificate of the signing and our messages about it. It covers nothing else; the next document asks you again.',
    },
    {
      title: 'Paper instead',
      text: `You do not have to sign electronically. You may sign on paper instead, and you may have a paper copy of what you signed here at any time, without charge. Call ${phone}, or write to ${email} or to ${name}, ${address}.`,
    },
    {
      title: 'Changing your mind',
      text: 'Until you press “Sign document” you can stop: leave this page, or decline and say why. Then nothing is signed, and we arrange with you how to go on, on paper if you like. After you signed, your signature stands; you can still tell us, in the same ways as above, that you want later documents on paper.',
    },
    {
      title: 'What you need',
      text: 'An internet connection, a current web browser, a program that opens the document (most browsers show PDF files by themselves), your account here and the e-mail address in it, and a printer or some storage if you want to keep a copy of your own. That you could open the document here shows that you have what it takes.',
    },
    {
      title: 'Your e-mail address',
      text: `We write to the e-mail address of your account. If it changes, please tell us: call ${phone} or write to ${email}.`,
    },
    {
      title: 'Where the copies stay',
      text: 'The document as you saw it, the signed copy and the certificate stay in your client folder. You can open, download and print them there, and so can we. We also send you an e-mail with a link to them.',
    },
    {
      title: 'What is recorded',
      text: 'Your name, your e-mail address and your account; when you opened the document and when you signed it; the internet address and the browser you signed from; your signature; this text; and a fingerprint (SHA-256) of the document, byte for byte. The signed file gets a seal by which any later change can be seen.',
    },
    {
      title: 'The law behind it',
      text: 'Electronic signatures and records have legal effect under the federal ESIGN Act (15 U.S.C. § 7001 and following) and Virginia’s Uniform Electronic Transactions Act (Va. Code § 59.1-479 and following). By agreeing you choose to sign this document by electronic means.',
    },
  ],
  agreement: 'I have read this, and I agree to sign this document electronically.',
  intent: 'I intend this to be my signature on this document.',
})

/** The whole text in one fixed form: what is kept with a signature, printed on its certificate, and hashed. */
export const consentText = (provider: ConsentProvider): string => {
  const { title, sections, agreement, intent } = consentFor(provider)
  return [title, ...sections.map((section) => `${section.title}\n${section.text}`), agreement, intent].join('\n\n')
}
