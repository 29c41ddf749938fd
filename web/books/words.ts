/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  quickBooksOnline: 'Invoices. QuickBooks Online doesn’t import payments or credits from CSV.',
  exportForAccounting:
    'Includes invoices by the date sent and other entries by their own date. Draft and void invoices aren’t included.',
  closeMonth:
    'You won’t be able to date payments or refunds in it, or void its invoices. You can reopen it with a reason.',
  reopenMonth: 'You can date entries in it again. If you already exported it, export it again afterward.',
}
