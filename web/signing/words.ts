/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  onlySigners: 'Only its signers can sign it, and only while the folder isn’t archived.',
  ownPassword: 'Confirms that it’s you. The certificate records that it was entered.',
  decline: 'We’ll read your reason and contact you. Nothing will be signed.',
  noPreview: 'There is no preview for this type of file. Download it and read it before you sign.',
  canceled: 'This contract was canceled. There is nothing to sign.',
  beingSealed: 'The signed copy is being sealed. It’ll be ready in a moment. You don’t have to wait.',
  changed: (document: string) => `The ${document} changed while you were signing. Read it again.`,
  certificate:
    'The certificate records who signed what, when, and how. The digital seal makes any later change detectable.',
  delegate:
    'The person you choose will sign in your place. We’ll notify them and your consultant. The list shows only people who can sign for your company.',
  signers: 'Each person is notified when it’s their turn. To add a contact, first give them permission to sign.',
  lostRight: 'You no longer have permission to sign. Ask your consultant.',
  declinedContract: (reason: string) => `This contract was declined: ${reason} Your consultant can create a new one.`,
}
