import { useInfiniteQuery } from '@tanstack/react-query'
import { exportHrFormSubmissions, readHrFormSubmissionPdf } from '../../api/hr-forms.ts'
import type { HrFormSubmission } from '../../domain/hr-form-submission.ts'
import { addressOf } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { FilterSelect } from '../kit/SelectField.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { FormDownloads } from './FormDownloads.tsx'
import { formsFound, submissionsFound } from './queries.ts'

/** The forms that were sent, of those whom the reader may see. */
export function SubmissionsPanel() {
  const [q, setWords] = useUrlState('who', '')
  const [formType, setFormType] = useUrlState('form', '')
  const query = useInfiniteQuery(submissionsFound({ q, formType }))
  const forms = useInfiniteQuery(formsFound({ q: '', level: '' }))
  const choices = (forms.data?.pages ?? []).flatMap(({ items }) =>
    items.map(({ formType: value, title }) => ({ value, label: title })),
  )
  const isFiltered = q !== '' || formType !== ''
  return (
    <Panel flush title="Submitted forms" note="Newest first." className="mt-8">
      <search className="no-print flex flex-wrap gap-2 border-b border-line px-4 py-3 sm:px-5">
        <SearchField
          label="Search submitted forms by name"
          value={q}
          onChange={setWords}
          className="min-w-52 flex-1 sm:max-w-80"
        />
        <FilterSelect label="Form" all="All forms" choices={choices} value={formType} onChange={setFormType} />
        <ExportButton endpoint={exportHrFormSubmissions} query={{ q, formType }} what="submitted forms" />
      </search>
      <PagedList
        query={query}
        more="Show more submitted forms"
        loading={<SkeletonRows label="Loading submitted forms" />}
        empty={
          <EmptyState title={isFiltered ? 'No matching forms' : 'No submitted forms yet'}>
            {isFiltered ? 'Try a different name or form.' : 'Submitted forms will appear here with their PDFs.'}
          </EmptyState>
        }
      >
        {(submissions) => (
          <RowList label="Submitted forms">
            {submissions.map((submission) => (
              <SubmissionRow key={submission.id} submission={submission} />
            ))}
          </RowList>
        )}
      </PagedList>
    </Panel>
  )
}

function SubmissionRow({ submission }: { submission: HrFormSubmission }) {
  const { id, formTitle, subjectName, submittedByName, createdAt, source, clientFolderName } = submission
  const pdfAddress = (query: { inline?: '1' }) => addressOf(readHrFormSubmissionPdf, { params: { id }, query })
  return (
    <Row
      title={subjectName ?? formTitle}
      aside={subjectName === null ? undefined : formTitle}
      meta={
        <>
          Submitted by {submittedByName ?? 'someone'} on {formatDateTime(createdAt)}
          {source === 'pdf' && ', as a PDF'}
          {clientFolderName !== null && ` · ${clientFolderName}`}
        </>
      }
      action={
        <FormDownloads
          about={`${formTitle}${subjectName === null ? '' : ` of ${subjectName}`}`}
          download={pdfAddress({})}
          preview={pdfAddress({ inline: '1' })}
        />
      }
    />
  )
}
