// Templates of contracts and proposals, for all tests.
import type { TestApp } from './test-app.ts'

export const templatesPath = '/api/agreement-templates'

/** Three clauses, the second one optional. */
export const templateInput = (more: object = {}) => ({
  kind: 'contract',
  name: 'Retainer',
  introduction: 'This contract is between {{client}} and the provider.',
  clauses: [
    { title: 'Services', text: 'The provider performs {{services}} from {{start date}}.' },
    { title: 'Travel', text: 'Travel is billed at cost.', isOptional: true },
    { title: 'Total of {{contract number}}', text: 'The total value is {{total value}}.\n\nIt is due in 30 days.' },
  ],
  ...more,
})

export const proposalTemplateInput = (more: object = {}) =>
  templateInput({
    kind: 'proposal',
    name: 'Project proposal',
    introduction: null,
    clauses: [
      { title: 'Offer', text: 'We offer {{title}} to {{client}} for {{total}}, until {{valid until}}.' },
      { title: 'Expenses', text: 'Expenses are billed at cost.', isOptional: true },
    ],
    ...more,
  })

export const draftedTemplate = async ({ alice }: TestApp, more: object = {}): Promise<string> =>
  (await alice.post(templatesPath, templateInput(more))).body.id

/** Published; returns the choice that a contract refers to. */
export async function publishedTemplate(testApp: TestApp, input: object = templateInput()) {
  const { id } = (await testApp.alice.post(templatesPath, input)).body as { id: string }
  await testApp.alice.post(`${templatesPath}/${id}/versions`)
  return { id, version: 1, clauses: [] as number[] }
}
