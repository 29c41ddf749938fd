/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  changeClient: 'The new client sees everything in the folder. The current client no longer sees it and gets an email.',
  changeReason: 'Stored with the folder. Only the team can read it.',
  exemptionNumber: 'From the certificate on file. Appears on this client’s invoices.',
  pauseReminders: 'The client isn’t reminded of anything. Our team still gets its own reminders.',
  reassign: (folder: string) => `${folder} will be reassigned. We’ll notify the new consultant.`,
}
