// The texts of agreement templates.
import { type FieldValues, templateFields, type TemplateKind } from '../../domain/template-fields.ts'

export const kindLabels: Record<TemplateKind, string> = { contract: 'Contracts', proposal: 'Proposals' }

export const emptyWords = {
  active: {
    title: 'No agreement templates yet',
    text: 'Templates will appear here when you create one. Your team can create contracts and proposals from them.',
  },
  archived: {
    title: 'No archived templates',
    text: 'Templates will appear here when you archive one.',
  },
}

export const publishWords = (version: number, name: string) => ({
  title: `Publish version ${version} of “${name}”?`,
  question: 'New contracts and proposals will use this text. Existing ones don’t change.',
  act: 'Publish version',
})

export const archiveWords = (name: string) => ({
  title: `Archive “${name}”?`,
  question: 'It won’t be offered for new contracts and proposals. Existing ones don’t change. You can restore it.',
  act: 'Archive template',
})

/** "3 clauses, 1 optional" */
export function clauseWords(clauses: readonly { isOptional: boolean }[]): string {
  const optional = clauses.filter(({ isOptional }) => isOptional).length
  return `${clauses.length} ${clauses.length === 1 ? 'clause' : 'clauses'}${optional === 0 ? '' : `, ${optional} optional`}`
}

/** What the fields are filled in with in the preview of a template. */
export const exampleValues: Record<TemplateKind, FieldValues> = {
  contract: {
    client: 'Piedmont Cabinet Works',
    'client name': 'Taylor Brooks',
    'client email': 'taylor@example.com',
    'client address': '120 Mill Street, Lynchburg, VA 24501',
    'contract number': 'PROHR-202612-001',
    'contract date': 'December 1, 2026',
    'start date': 'January 4, 2027',
    'end date': 'December 31, 2027',
    services: 'Employee handbook and Supervisor training',
    'total value': '$5,168.75',
  },
  proposal: {
    client: 'Piedmont Cabinet Works',
    'client name': 'Taylor Brooks',
    title: 'Handbook and training',
    'valid until': 'December 31, 2026',
    services: 'Employee handbook and Supervisor training',
    total: '$5,168.75',
  },
}

/** Fields as they are written. */
export const unfilledValues = (kind: TemplateKind): FieldValues =>
  Object.fromEntries(Object.keys(templateFields[kind]).map((name) => [name, `{{${name}}}`]))

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  page: 'Write the terms of your contracts and proposals once, with optional clauses.',
  newTemplate: 'Your team can use the template after you publish it.',
  edit: 'Contracts and proposals use the published version until you publish this one.',
  fields: 'Select a field to insert it where you last typed. Its value is filled in for each contract or proposal.',
  introduction: 'Text before the numbered clauses',
  preview: 'A preview with example values and all optional clauses.',
}
