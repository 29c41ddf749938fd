/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  upload: 'Upload a list of clients. You can review it before anything is created.',
  limits: (megabytes: number, rows: string) =>
    `CSV (UTF-8), separated by commas or semicolons. Up to ${megabytes} MB and ${rows} rows.`,
  headings: (fields: string) =>
    `The first row must contain headings. Recognized fields: ${fields}. Write other contacts as “Jo Park <jo@example.com>; lee@example.com”.`,
  draft: (counts: string) => `${counts}. Nothing has been created yet.`,
  columns: (found: number, all: number, isOpen: boolean) =>
    `${found} of ${all} fields are in the file.${isOpen ? ' Choose the column for each field, then check the rows again.' : ''}`,
  leftOut: (rows: number) =>
    `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row with a problem is' : 'rows with problems are'} left out. You can correct them and upload them later.`,
  start: 'Each client gets a folder. You can follow the progress and stop it.',
  invites:
    'Clients and contacts get an email with a link to set up their account. You can also invite them later: select their folders, then choose Invite.',
}
