import { z } from 'zod'
import { NewOwnForm, OwnFormInput, OwnFormStatusChange, OwnFormView } from '../domain/own-form.ts'
import { administrators, team } from '../domain/roles.ts'
import { change, create, list, raw, read } from './kit/endpoint.ts'

export const listOwnForms = list({
  path: '/api/own-forms',
  who: team,
  summary:
    'Lists the forms that the firm added, newest first, without those for a folder that the caller doesn’t see. `status=archived` lists those no longer in use.',
  of: OwnFormView,
  query: { status: z.enum(['active', 'archived']).default('active') },
})

export const createOwnForm = create({
  path: '/api/own-forms',
  who: administrators,
  summary:
    'Adds a form as a draft, by the description of the library’s forms. With `clientFolderId` it is for that folder only, once it is published.',
  body: NewOwnForm,
  reply: OwnFormView,
})

export const readOwnForm = read({
  path: '/api/own-forms/:id',
  who: team,
  summary: 'Returns one form of the firm, with its draft and what Virginia law says about it.',
  reply: OwnFormView,
})

export const readOwnFormPdf = raw('GET', {
  path: '/api/own-forms/:id/pdf',
  who: team,
  summary: 'Returns the draft as a fillable PDF, as it would be published; with `inline`, the browser shows it.',
  query: { inline: z.enum(['', '1', 'true', 'yes']).optional() },
})

export const changeOwnForm = change('PUT', {
  path: '/api/own-forms/:id',
  who: team,
  summary: 'Updates the draft. The published version doesn’t change until the draft is published.',
  body: OwnFormInput,
  reply: OwnFormView,
})

export const publishOwnForm = create({
  path: '/api/own-forms/:id/versions',
  who: team,
  summary:
    'Publishes the draft as the next version, which the library of forms then shows. 409 if it is the same as the current one.',
  reply: OwnFormView,
})

export const changeOwnFormStatus = change('PATCH', {
  path: '/api/own-forms/:id',
  who: team,
  summary: 'Archives a form (`isActive: false`) or restores it. Submitted forms don’t change.',
  body: OwnFormStatusChange,
  reply: OwnFormView,
})
