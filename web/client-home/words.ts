/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  noAgreements: 'No agreements yet. Proposals, contracts, and invoices will appear here when we send them.',
  // The specification fixes this text.
  noFolder: (provider: string) => `You don't have a client folder assigned yet. Please contact ${provider} staff.`,
}
