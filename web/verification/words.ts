/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  trust:
    'PDFs signed here have a digital seal that any PDF reader can check. Until you trust our root certificate, your PDF reader may say the signer is unknown. It can still tell you if the document was changed.',
  file: (megabytes: number) => `PDF, up to ${megabytes} MB. We check the file and don’t store it.`,
  tooLarge: (megabytes: number) => `Files can be up to ${megabytes} MB. Choose a smaller file.`,
  page: (firm: string) =>
    `Documents signed at ${firm} have a digital seal. Check whether a PDF is one of them and whether it has changed since.`,
  trustInAcrobat: [
    'Download the root certificate.',
    'In Acrobat, open Preferences, then Signatures. Under “Identities & Trusted Certificates”, choose More.',
    'Under “Trusted Certificates”, import the file.',
    'Mark it as a trusted root for signatures.',
  ],
  onlyFromHere: (firm: string) => `Import it only from this page of ${firm}, over a secure connection.`,
}
