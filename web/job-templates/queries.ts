import { queryOptions } from '@tanstack/react-query'
import { listJobTemplates, previewJob, readJobTemplate } from '../../api/job-templates.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const jobTemplatesFound = (q: string, limit = 50) =>
  pagesOf(['job-templates'], listJobTemplates, { query: { limit, ...(q === '' ? {} : { q }) } })

export const jobTemplateById = (id: string) =>
  queryOptions({
    queryKey: ['job-templates', 'one', id],
    queryFn: ({ signal }) => call(readJobTemplate, { params: { id }, signal }),
  })

/** What starting a job in a folder would create. */
export const jobPreviewOf = (folderId: string, templateId: string, startsOn: string) =>
  queryOptions({
    queryKey: ['job-templates', 'preview', folderId, templateId, startsOn],
    queryFn: ({ signal }) => call(previewJob, { params: { id: folderId }, query: { templateId, startsOn }, signal }),
  })
