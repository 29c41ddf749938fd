import { z } from 'zod'
import { administrators, team } from '../domain/actor.ts'
import {
  AgreementTemplateInput,
  AgreementTemplateView,
  TemplateStatusChange,
  TemplateVersion,
  TemplateVersionSummary,
} from '../domain/agreement-template.ts'
import { TemplateKind } from '../domain/template-fields.ts'
import { change, create, list, read, search } from './kit/endpoint.ts'

export const listAgreementTemplates = list({
  path: '/api/agreement-templates',
  who: team,
  summary:
    'Lists contract and proposal templates by name: those in use or, with `status=archived`, the archived ones. With `published`, only those with a published version.',
  of: AgreementTemplateView,
  query: {
    ...search,
    kind: TemplateKind.optional(),
    status: z.enum(['active', 'archived']).default('active'),
    published: z.string().max(10).optional(),
  },
})

export const readAgreementTemplate = read({
  path: '/api/agreement-templates/:id',
  who: team,
  summary: 'Returns one template, with its draft.',
  reply: AgreementTemplateView,
})

export const createAgreementTemplate = create({
  path: '/api/agreement-templates',
  who: administrators,
  summary:
    'Creates a draft template for contracts or proposals, with an introduction and 1 to 50 clauses. An unknown field in the text is an error (400) that names the field. Administrators only.',
  body: AgreementTemplateInput,
  reply: AgreementTemplateView,
})

export const changeAgreementTemplate = change('PUT', {
  path: '/api/agreement-templates/:id',
  who: administrators,
  summary:
    'Updates the draft of a template; its published versions don’t change. The kind cannot be changed (400), and an archived template cannot be updated (409). Administrators only.',
  body: AgreementTemplateInput,
  reply: AgreementTemplateView,
})

export const publishAgreementTemplate = create({
  path: '/api/agreement-templates/:id/versions',
  who: administrators,
  summary:
    'Publishes the draft as the next version. 409 if the draft is the same as the current version, or the template is archived. Contracts and proposals with an earlier version don’t change. Administrators only.',
  reply: AgreementTemplateView,
})

export const changeAgreementTemplateStatus = change('PATCH', {
  path: '/api/agreement-templates/:id',
  who: administrators,
  summary:
    'Archives a template (`isActive: false`), so that it is no longer offered, or restores it. Administrators only.',
  body: TemplateStatusChange,
  reply: AgreementTemplateView,
})

export const listTemplateVersions = list({
  path: '/api/agreement-templates/:id/versions',
  who: team,
  summary: 'Lists the published versions of a template, newest first, without their text.',
  of: TemplateVersionSummary,
})

export const readTemplateVersion = read({
  path: '/api/agreement-templates/:id/versions/:number',
  who: team,
  summary: 'Returns one published version of a template with its text.',
  reply: TemplateVersion,
})
