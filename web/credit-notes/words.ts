/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  newCredit: 'You can apply the credit to any invoice of this client. We’ll notify the client.',
  newCreditForInvoice: (due: string, invoice: string) =>
    `It reduces the ${due} due on ${invoice}. Any remaining credit can be applied to other invoices. We’ll notify the client.`,
  void: 'It keeps its number and history. You can’t undo this.',
}
