/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  pending: (amount: string) => `${amount} is being processed by the bank. This can take four business days.`,
}
