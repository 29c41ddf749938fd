/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  newHandbook: (folder: string) => `For ${folder}. The client sees it when you send it.`,
  fields:
    'These replace the bracketed fields in the policies. For a person, enter role and name, such as “the office manager, Ann Lee”.',
  noPolicies: 'No policies yet. Edit the handbook to add them.',
  noVersions: 'None yet. The client sees the handbook when you send it.',
  send: 'The client gets a PDF in their documents and a request to acknowledge it by signing. You can’t change a version after it’s sent.',
}
