/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  page: 'Virginia-ready forms to complete online or download as a PDF.',
  sendCompleted: 'We’ll save the answers from your PDF. We don’t keep the file itself.',
  completedPdf: 'Completed in a PDF reader and saved, up to 2 MB. Printed or scanned copies can’t be read.',
  tooLarge: (megabytes: number) => `Files can be up to ${megabytes} MB. Choose a smaller file.`,
  signature: 'Type your full name.',
  changed: 'This form was changed. Reload it, and check your answers.',
  draft: (saved: string) => `You started this form but haven’t submitted it. Last saved ${saved}.`,
}
