// Forms of the firm's own.
import type { Caller, TestApp } from './test-app.ts'

export const ownField = (name: string, label: string, more: object = {}) => ({ name, label, ...more })

/** A request for equipment: a laptop has a second question. */
export const ownForm = {
  title: 'Equipment request',
  description: 'What a new employee needs on the first day.',
  businessLevel: 'growth',
  category: 'Onboarding',
  keep: 'Store it for 3 years in the personnel file.',
  sections: [
    {
      heading: 'Request',
      paragraphs: ['Fill in one form for each employee.'],
      points: ['Order two weeks ahead.'],
      fields: [
        ownField('employeeName', 'Employee name'),
        ownField('firstDay', 'First day', { kind: 'date' }),
        ownField('device', 'Device', {
          kind: 'choice',
          choices: [
            { value: 'laptop', label: 'Laptop' },
            { value: 'phone', label: 'Phone' },
          ],
        }),
        ownField('model', 'Laptop model', { showWhen: { field: 'device', is: 'laptop' } }),
        ownField('isUrgent', 'Urgent', { kind: 'check' }),
        ownField('notes', 'Notes', { kind: 'text', optional: true }),
        ownField('signature', 'Signature', { kind: 'signature' }),
      ],
    },
  ],
}

export const ownAnswers = {
  employeeName: 'Nora Quist',
  firstDay: '2026-12-01',
  device: 'laptop',
  model: 'Light one',
  isUrgent: 'yes',
  notes: '',
  signature: 'Ann Keller',
}

export const draftedForm = async (testApp: TestApp, more: object = {}): Promise<string> =>
  (await testApp.alice.post('/api/own-forms', { ...ownForm, ...more })).body.id

export async function publishedOwnForm(testApp: TestApp, more: object = {}): Promise<string> {
  const id = await draftedForm(testApp, more)
  await testApp.alice.post(`/api/own-forms/${id}/versions`)
  return id
}

/** A version with another title and other sections. */
export async function publishAgain(testApp: TestApp, id: string, more: object = {}): Promise<void> {
  await testApp.alice.put(`/api/own-forms/${id}`, { ...ownForm, title: 'Other title', ...more })
  await testApp.alice.post(`/api/own-forms/${id}/versions`)
}

export const submitOwn = (who: Caller, id: string, formData: object = ownAnswers, more: object = {}) =>
  who.post(`/api/hr-forms/${id}/submissions`, { formData, formVersion: 1, ...more })
