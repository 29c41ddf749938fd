import { queryOptions } from '@tanstack/react-query'
import {
  listAgreementTemplates,
  listTemplateVersions,
  readAgreementTemplate,
  readTemplateVersion,
} from '../../api/agreement-templates.ts'
import type { TemplateKind } from '../../domain/template-fields.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const agreementTemplatesFound = (status: 'active' | 'archived', q: string) =>
  pagesOf(['agreement-templates'], listAgreementTemplates, {
    query: { limit: 50, status, ...(q === '' ? {} : { q }) },
  })

/** The templates that a contract or proposal can use. */
export const templatesToUse = (kind: TemplateKind) =>
  pagesOf(['agreement-templates'], listAgreementTemplates, { query: { limit: 200, kind, published: '1' } })

export const agreementTemplateById = (id: string) =>
  queryOptions({
    queryKey: ['agreement-templates', 'one', id],
    queryFn: ({ signal }) => call(readAgreementTemplate, { params: { id }, signal }),
  })

export const versionsOfTemplate = (id: string) =>
  queryOptions({
    queryKey: ['agreement-templates', 'one', id, 'versions'],
    queryFn: ({ signal }) => call(listTemplateVersions, { params: { id }, query: { limit: 200 }, signal }),
  })

/** Never changes. */
export const templateVersion = ({ id, version }: { id: string; version: number }) =>
  queryOptions({
    queryKey: ['agreement-templates', 'one', id, 'versions', version],
    queryFn: ({ signal }) => call(readTemplateVersion, { params: { id, number: String(version) }, signal }),
    staleTime: Infinity,
  })
