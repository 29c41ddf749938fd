// Rows of the rights table (rights.ts) for the HR forms.
import sql from 'sql-template-tag'
import { draftedForm, ownAnswers, ownForm, publishedOwnForm } from '../own-forms.ts'
import type { TestApp } from '../test-app.ts'
import type { Row } from './folder-roles.ts'

export const acknowledgment = {
  employeeName: 'Ann Archer',
  employeeId: 'E-17',
  department: 'Office',
  supervisor: 'Sam Carter',
  acknowledgmentDate: '2026-11-20',
  signature: 'Ann Archer',
}

const sentByAnn = async (testApp: TestApp): Promise<string> =>
  (await testApp.ann.post('/api/hr-forms', { formType: 'handbook-acknowledgment', formData: acknowledgment })).body
    .submission.id

//                 visitor owner stranger inactive holder colleague admin master
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const

export const formRights: Record<string, Row> = {
  'GET /api/hr-forms': { answers: everyone },
  'GET /api/hr-forms/:form': { answers: everyone, aim: () => ({ url: '/api/hr-forms/i9-form' }) },
  'GET /api/hr-forms/:form/pdf': { answers: everyone, aim: () => ({ url: '/api/hr-forms/i9-form/pdf' }) },
  'POST /api/hr-forms': {
    answers: [401, 201, 201, 401, 201, 201, 201, 201],
    aim: () => ({ body: { formType: 'handbook-acknowledgment', formData: acknowledgment } }),
  },
  'POST /api/hr-forms/:form/submissions': {
    answers: [401, 201, 201, 401, 201, 201, 201, 201],
    aim: async (testApp) => ({
      url: `/api/hr-forms/${await publishedOwnForm(testApp)}/submissions`,
      body: { formData: ownAnswers, formVersion: 1 },
    }),
  },
  // An empty file, so that everyone with the right gets a 400.
  'POST /api/hr-forms/:form/filled': {
    answers: [401, 400, 400, 401, 400, 400, 400, 400],
    aim: () => ({ url: '/api/hr-forms/i9-form/filled' }),
  },
  'GET /api/hr-forms/:form/draft': {
    answers: everyone,
    aim: () => ({ url: '/api/hr-forms/employment-application/draft' }),
  },
  'PATCH /api/hr-forms/:form/draft': {
    answers: everyone,
    aim: async (testApp) => {
      // Only the start of a draft is audited, so the draft is deleted first.
      await testApp.db.run(sql`delete from hr_form_drafts`)
      return { url: '/api/hr-forms/employment-application/draft', body: { formData: { firstName: 'Ann' } } }
    },
  },
  'DELETE /api/hr-forms/:form/draft': {
    answers: everyone,
    aim: () => ({ url: '/api/hr-forms/employment-application/draft' }),
  },
  'GET /api/own-forms': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'POST /api/own-forms': {
    answers: [401, 403, 403, 401, 403, 403, 201, 201],
    aim: () => ({ body: ownForm }),
  },
  'GET /api/own-forms/:id': {
    answers: [401, 404, 404, 401, 200, 200, 200, 200],
    aim: async (testApp) => ({ url: `/api/own-forms/${await draftedForm(testApp)}` }),
  },
  'GET /api/own-forms/:id/pdf': {
    answers: [401, 404, 404, 401, 200, 200, 200, 200],
    aim: async (testApp) => ({ url: `/api/own-forms/${await draftedForm(testApp)}/pdf` }),
  },
  'PUT /api/own-forms/:id': {
    answers: [401, 404, 404, 401, 403, 403, 200, 200],
    aim: async (testApp) => ({ url: `/api/own-forms/${await draftedForm(testApp)}`, body: ownForm }),
  },
  'PATCH /api/own-forms/:id': {
    answers: [401, 404, 404, 401, 403, 403, 200, 200],
    aim: async (testApp) => ({ url: `/api/own-forms/${await draftedForm(testApp)}`, body: { isActive: false } }),
  },
  'POST /api/own-forms/:id/versions': {
    answers: [401, 404, 404, 401, 403, 403, 201, 201],
    aim: async (testApp) => ({ url: `/api/own-forms/${await draftedForm(testApp)}/versions` }),
  },
  'GET /api/hr-form-submissions': { answers: everyone },
  'GET /api/hr-form-submissions/csv': { answers: [401, 200, 200, 401, 200, 200, 200, 200] },
  'GET /api/hr-form-submissions/:id': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `/api/hr-form-submissions/${await sentByAnn(testApp)}` }),
  },
  'GET /api/hr-form-submissions/:id/pdf': {
    answers: inFolder,
    aim: async (testApp) => ({ url: `/api/hr-form-submissions/${await sentByAnn(testApp)}/pdf` }),
  },
}
