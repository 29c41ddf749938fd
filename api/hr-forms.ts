import { z } from 'zod'
import { FormLevel, HrFormItem, HrFormView } from '../domain/hr-form.ts'
import {
  filledLimitBytes,
  HrFormDraft,
  HrFormDraftInput,
  HrFormInput,
  HrFormReceipt,
  HrFormSubmission,
  toFolder,
} from '../domain/hr-form-submission.ts'
import { searchWords } from '../domain/text.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

export const listHrForms = list({
  path: '/api/hr-forms',
  who: 'signed-in',
  summary: 'The twelve forms of the catalogue. `q` looks through title and description, `level` is the tab.',
  of: HrFormItem,
  query: { ...search, level: FormLevel.optional() },
})

export const readHrForm = read({
  path: '/api/hr-forms/:form',
  who: 'signed-in',
  summary: 'One form by its id: what it asks, section by section, and where that comes from.',
  reply: HrFormView,
})

export const readHrFormPdf = raw('GET', {
  path: '/api/hr-forms/:form/pdf',
  who: 'signed-in',
  summary: 'The form as a PDF that can be filled in, named by its title; with `inline` the browser shows it.',
  query: { inline: z.enum(['', '1', 'true', 'yes']).optional() },
})

export const submitHrForm = create({
  path: '/api/hr-forms',
  who: 'signed-in',
  summary:
    'Sends one of the three forms that are filled in the portal. It belongs to `clientFolderId`, or to the first of the caller’s folders; only those who see that folder’s documents see it. Its draft is deleted.',
  body: HrFormInput,
  reply: HrFormReceipt,
})

export const submitFilledHrForm = {
  ...change('POST', {
    status: 201,
    path: '/api/hr-forms/:form/filled',
    who: 'signed-in',
    summary: `Sends a form that was filled in as a PDF: the file is the body (at most ${filledLimitBytes / 1_048_576} MB, 413). Its fields are read and checked; the answers are kept, the file is not. With several folders \`clientFolderId\` says which it belongs to.`,
    query: toFolder,
    reply: HrFormReceipt,
    rateLimit: {
      tries: 60,
      windowSeconds: 3600,
      sentence: 'You have sent many forms within an hour. Please try again later.',
    },
    keepsNoAnswer: true,
  }),
  takes: 'application/pdf',
}

export const readHrFormDraft = read({
  path: '/api/hr-forms/:form/draft',
  who: 'signed-in',
  summary: 'What the caller has typed into a form of the portal and not sent yet; empty where there is nothing.',
  reply: HrFormDraft,
})

export const saveHrFormDraft = change('PATCH', {
  path: '/api/hr-forms/:form/draft',
  who: 'signed-in',
  summary:
    'Keeps what the caller has typed: the fields that are named are replaced, the others stay. Any text will do.',
  body: HrFormDraftInput,
  reply: HrFormDraft,
})

export const discardHrFormDraft = change('DELETE', {
  path: '/api/hr-forms/:form/draft',
  who: 'signed-in',
  summary: 'Throws away what the caller has typed into this form and not sent.',
  reply: HrFormDraft,
})

const submitted = { ...search, formType: searchWords.optional() }

export const listHrFormSubmissions = list({
  path: '/api/hr-form-submissions',
  who: 'signed-in',
  summary:
    'Forms that the caller sent, and those of the folders whose documents they may see; administrators see all. `q` looks through names.',
  of: HrFormSubmission,
  query: submitted,
})

export const exportHrFormSubmissions = raw('GET', {
  path: '/api/hr-form-submissions/csv',
  who: 'signed-in',
  summary:
    'The list of forms that were sent, with its filters, as CSV (RFC 4180, UTF-8); the answers stay in their PDFs.',
  query: submitted,
})

export const readHrFormSubmission = read({
  path: '/api/hr-form-submissions/:id',
  who: 'signed-in',
  summary: 'One form that was sent, with its answers.',
  reply: HrFormSubmission,
})

export const readHrFormSubmissionPdf = raw('GET', {
  path: '/api/hr-form-submissions/:id/pdf',
  who: 'signed-in',
  summary: 'A form that was sent, with its answers, as a PDF to keep; with `inline` the browser shows it.',
  query: { inline: z.enum(['', '1', 'true', 'yes']).optional() },
})
