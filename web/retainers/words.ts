/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  noRetainer: 'Bill a retainer that the client pays in advance. You can then apply the balance to other invoices.',
  bill: 'Creates a draft invoice without sales tax. The client’s payments are added to the retainer balance.',
  apply: (available: string) => `${available} of the retainer is available. We’ll notify the client.`,
  lowBalance: 'We’ll notify this client’s team when applying the retainer lowers it to this balance or less.',
}
