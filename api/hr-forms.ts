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
  TypedForm,
} from '../domain/hr-form-submission.ts'
import { searchWords } from '../domain/text.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

export const listHrForms = list({
  path: '/api/hr-forms',
  who: 'signed-in',
  summary:
    'Lists the twelve forms of the library, and the firm’s own forms that the caller may fill in. `q` searches titles and descriptions; `level` is the tab.',
  of: HrFormItem,
  query: { ...search, level: FormLevel.optional() },
})

export const readHrForm = read({
  path: '/api/hr-forms/:form',
  who: 'signed-in',
  summary: 'Returns one form by its id: its fields by section, and their sources.',
  reply: HrFormView,
})

export const readHrFormPdf = raw('GET', {
  path: '/api/hr-forms/:form/pdf',
  who: 'signed-in',
  summary: 'Returns the form as a fillable PDF named by its title; with `inline`, the browser shows it.',
  query: { inline: z.enum(['', '1', 'true', 'yes']).optional() },
})

export const submitHrForm = create({
  path: '/api/hr-forms',
  who: 'signed-in',
  summary:
    "Submits one of the three forms that are filled in the portal. It belongs to `clientFolderId` or to the caller's first folder; only those who can see that folder's documents see it. A `formVersion` that isn't current is refused with 409. Its draft is deleted.",
  body: HrFormInput,
  reply: HrFormReceipt,
})

export const submitTypedHrForm = create({
  path: '/api/hr-forms/:form/submissions',
  who: 'signed-in',
  summary:
    'Submits any form that is filled in on the portal, also one of the firm’s own, as it was typed: a check box is `yes`, a date YYYY-MM-DD. `formVersion` is the version that the sender saw; any but the current one is refused with 409. Answers to fields whose condition isn’t met are not stored. Its draft is deleted.',
  body: TypedForm,
  reply: HrFormReceipt,
})

export const submitFilledHrForm = {
  ...change('POST', {
    status: 201,
    path: '/api/hr-forms/:form/filled',
    who: 'signed-in',
    summary: `Sends a form that was filled in as a PDF: the file is the body (at most ${filledLimitBytes / 1_048_576} MB, 413). Its fields are read and checked, and of the firm’s own forms only the current version is accepted (409); the answers are stored, the file is not. With several folders \`clientFolderId\` says which it belongs to.`,
    query: toFolder,
    reply: HrFormReceipt,
    rateLimit: {
      tries: 60,
      windowSeconds: 3600,
      sentence: 'You have submitted many forms in the last hour. Try again later.',
    },
    storesNoReply: true,
  }),
  takes: 'application/pdf',
}

export const readHrFormDraft = read({
  path: '/api/hr-forms/:form/draft',
  who: 'signed-in',
  summary: 'Returns what the caller has typed in a form and not submitted; empty if there is nothing.',
  reply: HrFormDraft,
})

export const saveHrFormDraft = change('PATCH', {
  path: '/api/hr-forms/:form/draft',
  who: 'signed-in',
  summary:
    'Saves what the caller has typed: replaces the fields in the body, the others do not change. Not validated. Of a `formVersion` before the current one, what is no longer asked is left out.',
  body: HrFormDraftInput,
  reply: HrFormDraft,
})

export const discardHrFormDraft = change('DELETE', {
  path: '/api/hr-forms/:form/draft',
  who: 'signed-in',
  summary: 'Deletes what the caller has typed in this form and not submitted, even if they can no longer fill it in.',
  reply: HrFormDraft,
})

const submitted = { ...search, formType: searchWords.optional() }

export const listHrFormSubmissions = list({
  path: '/api/hr-form-submissions',
  who: 'signed-in',
  summary:
    "Lists submitted forms: the caller's own, and those of the folders whose documents they can see; all for administrators. `q` searches names.",
  of: HrFormSubmission,
  query: submitted,
})

export const exportHrFormSubmissions = raw('GET', {
  path: '/api/hr-form-submissions/csv',
  who: 'signed-in',
  summary:
    'Exports the list of submitted forms with its filters as CSV (RFC 4180, UTF-8). The answers are in the PDFs only.',
  query: submitted,
})

export const readHrFormSubmission = read({
  path: '/api/hr-form-submissions/:id',
  who: 'signed-in',
  summary: 'Returns one submitted form with its answers.',
  reply: HrFormSubmission,
})

export const readHrFormSubmissionPdf = raw('GET', {
  path: '/api/hr-form-submissions/:id/pdf',
  who: 'signed-in',
  summary: 'Returns a submitted form with its answers as a PDF; with `inline`, the browser shows it.',
  query: { inline: z.enum(['', '1', 'true', 'yes']).optional() },
})
