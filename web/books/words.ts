/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  quickBooksOnline: 'Invoices. QuickBooks Online doesn’t import payments or credits from CSV.',
  exportForAccounting:
    'Includes invoices by the date sent and other entries by their own date. Draft and void invoices aren’t included.',
  closeMonth:
    'You won’t be able to date payments or refunds in it, or void its invoices. You can reopen it with a reason.',
  reopenMonth: 'You can date entries in it again. If you already exported it, export it again afterward.',
  customers:
    'Client names in accounting exports. Closed months are exported with the names from when they were closed.',
  customerName: 'Enter the name exactly as it appears in your accounting program. Closed months don’t change.',
  folderName: (folder: string) => `Leave empty to use the name of the folder, ${folder}.`,
  shared: 'Your accounting program combines clients that have the same name.',
  items:
    'The item and accounts of invoice lines, by rate card. Lines without a rate card use the names under “Edit account names”.',
  itemNames: 'Enter the names exactly as they appear in your accounting program. Leave empty to use the account names.',
  item: 'For QuickBooks, for example “HR Consulting:Handbook”.',
  incomeAccount: 'For QuickBooks Desktop (IIF). QuickBooks Online uses the account of the item.',
  xeroAccountCode: 'For Xero.',
  xeroItemCode: 'The code of the item in Xero, at most 30 characters. Create the item in Xero before you import.',
}
