/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  suspectedSpam: 'Suspected spam: this request looks automated, so no one was notified. If it’s real, choose Not spam.',
  noSuspectedSpam: 'Requests that look automated appear here. No one is notified of them.',
  merge: (business: string, into: string) =>
    `The request from ${business} will be closed. The request of ${into} gets its services and shows its text. You can’t undo this.`,
  mergedInto: 'This request is handled with another one.',
  noOwnRequests: 'When you request more services, you can follow the status here.',
  moreServices: (folder: string) => `For ${folder}. We’ll contact you within 24 hours.`,
  cancel: (business: string) => `The request from ${business} will be canceled. You can’t undo this.`,
}
