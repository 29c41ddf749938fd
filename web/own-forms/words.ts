// The texts of the page of the firm's own forms.
import type { HrFormField } from '../../domain/hr-form.ts'

export const emptyWords = {
  active: {
    title: 'No forms of your own yet',
    text: 'Forms will appear here when an administrator adds one.',
  },
  archived: {
    title: 'No archived forms',
    text: 'Forms will appear here when an administrator archives one.',
  },
}

export const publishWords = (version: number, title: string) => ({
  title: `Publish version ${version} of “${title}”?`,
  act: 'Publish version',
})

export const archiveWords = (title: string) => ({
  title: `Archive “${title}”?`,
  question:
    'No one will be able to fill it in, and answers that weren’t submitted are deleted. Submitted forms don’t change. You can restore it.',
  act: 'Archive form',
})

/** Asks before a section is removed with its fields. */
export const removeWords = (at: number, fields: number) => ({
  title: `Remove section ${at + 1} and its ${fields === 1 ? 'field' : `${fields} fields`}?`,
  question: 'The section is removed from the form when you save your changes.',
  act: 'Remove section',
})

export const kindLabels: Record<HrFormField['kind'], string> = {
  line: 'Text',
  text: 'Long text',
  date: 'Date',
  choice: 'Choice',
  check: 'Check box',
  signature: 'Signature',
}

export const widthLabels: Record<HrFormField['width'], string> = { full: 'Full', half: 'Half', third: 'Third' }

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  page: 'Build forms that your clients fill in online or as a PDF. Published forms appear under HR forms.',
  readOnlyPage: 'See the forms that administrators build. Published forms appear under HR forms.',
  first: 'Create the first form.',
  newForm: 'Creates a draft that only your team sees. Publish it when it’s ready.',
  edit: 'Clients see the published version until you publish this one.',
  publish: 'Clients will see this version. Submitted forms keep the version that was filled in.',
  folder: 'Choose a folder if the form is for one client only. You can’t change this later.',
  keep: 'Printed on the form: how long submitted forms are stored, and where.',
  choices: 'Enter 2 to 30 choices, one per line.',
  paragraphs: 'An empty line begins a new paragraph.',
  points: 'One on each line.',
  signature: 'The person types their full name.',
  condition: 'Shown in the portal only if the condition is met. The PDF prints the condition.',
}
