/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  noRetainer: 'Bill a retainer to be paid in advance. What the client pays can then be applied to other invoices.',
  bill: 'Creates a draft invoice without sales tax. What the client pays on it becomes the balance of the retainer.',
  apply: (available: string) => `${available} of the retainer is available. We’ll notify the client.`,
  lowBalance: 'We’ll notify this client’s team when applying the retainer lowers it to this balance or less.',
}
