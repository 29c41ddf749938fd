import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Download, FileText } from 'lucide-react'
import { downloadModelPolicy } from '../../api/model-policies.ts'
import { headCountWords, sectorLabels } from '../../domain/audience.ts'
import { policyCategoryLabels } from '../../domain/hr-policy.ts'
import { type ModelPolicyView, modelPolicyFileName, policyFields } from '../../domain/model-policy.ts'
import { Contents } from '../hr-policies/Contents.tsx'
import { downloadFailure, useFileDownload } from '../hr-policies/download.ts'
import { EmployerFields } from '../hr-policies/EmployerFields.tsx'
import { countOf, useEmployer } from '../hr-policies/employer.ts'
import { PolicyTabs } from '../hr-policies/PolicyTabs.tsx'
import { PolicyText } from '../hr-policies/PolicyText.tsx'
import { policyBySlug } from '../hr-policies/queries.ts'
import { Button } from '../kit/Button.tsx'
import { addressOf } from '../kit/call.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import type { PageLoad } from '../kit/page-load.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { useHome } from '../session/names.ts'
import { type FilledFor, modelPolicyBySlug } from './queries.ts'
import { texts } from './words.ts'

export const load = ({ client, params: { slug } }: PageLoad<'slug'>) => client.ensureQueryData(policyBySlug(slug))

/** The model policy of a topic, filled in for an employer, to read and to download. */
export default function ModelPolicyPage() {
  const { slug } = useParams({ from: '/hr-policies/$slug/model-policy' })
  const { data: guide } = useSuspenseQuery(policyBySlug(slug))
  const employer = useEmployer()
  const filledFor: FilledFor = {
    ...(employer.clientFolderId === null ? {} : { clientFolderId: employer.clientFolderId }),
    ...employer.chosen,
  }
  const { data: policy, isError, refetch } = useQuery(modelPolicyBySlug(slug, filledFor))
  return (
    <article>
      <PageHeader
        home={useHome()}
        crumbs={[{ label: 'HR policies', to: '/hr-policies' }]}
        title={guide.title}
        backToDashboard={false}
        badge={<Badge>{policyCategoryLabels[guide.category]}</Badge>}
        description={policy === undefined || policy.title === guide.title ? texts.page : texts.pageOf(policy.title)}
        actions={policy && <DownloadButtons policy={policy} filledFor={filledFor} />}
      />
      <PolicyTabs slug={slug} value="model" search={employer.search}>
        {policy !== undefined && <FilledInFor policy={policy} />}
        {policy !== undefined && (
          <div className="grid grid-cols-1 gap-6 xl:grid-cols-[260px_minmax(0,1fr)] xl:gap-10">
            <Contents sections={policy.sections} />
            <div className="min-w-0">
              <HeaderBlock policy={policy} />
              <PolicyText sections={policy.sections} />
            </div>
          </div>
        )}
        {policy === undefined && !isError && (
          <Panel flush>
            <SkeletonRows label="Loading the model policy" />
          </Panel>
        )}
        {policy === undefined && isError && (
          <Panel>
            <EmptyState
              title="Couldn’t load the model policy"
              action={<Button onClick={() => void refetch()}>Try again</Button>}
            >
              The compliance guide is on the other tab.
            </EmptyState>
          </Panel>
        )}
      </PolicyTabs>
    </article>
  )
}

const hint = texts.employerUnknown

/** The placeholders of the header, such as [effective date]. */
const openIn = (header: ModelPolicyView['header']) =>
  header.flatMap(({ value }) => (/^\[.+\]$/.test(value) ? [value.slice(1, -1)] : []))

function FilledInFor({ policy: { employer, openFields, header } }: { policy: ModelPolicyView }) {
  const readFor = useEmployer()
  const { name, headCount, sector } = employer
  const known = [
    ...(name === null ? [] : [name]),
    ...(headCount === null ? [] : [headCountWords(headCount)]),
    ...(sector === null ? [] : [sectorLabels[sector].toLowerCase()]),
  ]
  const open = [...new Set([...openIn(header), ...openFields])].filter(
    (field) => field !== policyFields.employer || name === null,
  )
  const isOdd = readFor.typedCount !== '' && countOf(readFor.typedCount) === null
  return (
    <section
      aria-label="Filled in for"
      className="no-print mb-6 rounded-lg border border-line bg-surface px-4 py-4 shadow-sheet sm:px-5"
    >
      <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
        <EmployerFields employer={readFor} hint={null} />
        <p role="status" className="min-w-0 flex-1 basis-64 pb-2 text-body text-ink-2">
          {isOdd
            ? 'Enter a number of employees from 1 to 100,000.'
            : `${known.length === 0 ? '' : `Filled in for ${known.join(', ')}. `}${headCount === null || sector === null ? hint : ''}`}
        </p>
      </div>
      {open.length > 0 && (
        <p className="mt-3 border-t border-line pt-3 text-meta text-ink-2">
          Fill these in after you download it: {open.join(', ')}. Time limits that the law doesn’t set are
          recommendations that you can change.
        </p>
      )}
    </section>
  )
}

function HeaderBlock({ policy: { header } }: { policy: ModelPolicyView }) {
  return (
    <dl className="mb-8 grid max-w-[68ch] grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 border-y border-line py-4">
      {header.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-meta text-ink-3">{label}</dt>
          <dd className="text-body text-ink wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function DownloadButtons({ policy, filledFor }: { policy: ModelPolicyView; filledFor: FilledFor }) {
  const pdf = useFileDownload()
  const docx = useFileDownload()
  const file = (format: 'pdf' | 'docx') => ({
    address: addressOf(downloadModelPolicy, { params: { policy: policy.slug }, query: { ...filledFor, format } }),
    name: modelPolicyFileName(policy.title, format),
  })
  return (
    <>
      <Button pending={pdf.isPending} pendingLabel="Downloading..." onClick={() => pdf.mutate(file('pdf'))}>
        <Download />
        Download PDF
      </Button>
      <Button pending={docx.isPending} pendingLabel="Downloading..." onClick={() => docx.mutate(file('docx'))}>
        <FileText />
        Download Word
      </Button>
      {(pdf.isError || docx.isError) && (
        <p role="alert" className="w-full text-meta text-danger">
          {downloadFailure}
        </p>
      )}
    </>
  )
}
