/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  changeClient: 'The new client sees everything in the folder. The current client no longer sees it and gets an email.',
  changeReason: 'Stored with the folder. Only the team can read it.',
  exemptionNumber: 'From the certificate on file. Appears on this client’s invoices.',
  differentClients:
    'The client of the remaining folder will see everything that moves. Continue only if both are the same business.',
  merge:
    'Its content moves to the folder that remains, and this folder is archived. The client and contacts of this folder no longer see it. You can’t undo this.',
  mergeAccess:
    'Choose for each person. Those with access see everything in the folder, or as contacts the same parts as before.',
  mergeReaders: 'They already see the folder that remains. The team of that folder and administrators will see it too.',
  mergeReason: 'Stored with both folders. Only the team can read it.',
  paysOnline: 'The Pay page of this client’s invoices offers online payment, if your firm accepts it.',
  pauseReminders: 'The client isn’t reminded of anything. Our team still gets its own reminders.',
  reassign: (folder: string) => `${folder} will be reassigned. We’ll notify the new consultant.`,
}
