import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CircleCheck, Printer } from 'lucide-react'
import { acknowledgeEmployeeHandbook } from '../../api/employee-acknowledgments.ts'
import { AcknowledgmentInput, type EmployeeHandbook } from '../../domain/employee-acknowledgment.ts'
import type { PrintablePolicy } from '../../domain/model-policy.ts'
import { PolicyText } from '../hr-policies/PolicyText.tsx'
import { Button } from '../kit/Button.tsx'
import { call, CallError } from '../kit/call.ts'
import { formatLongDate } from '../kit/dates.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { usePortalForm } from '../kit/form.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { usePageTitle } from '../kit/page-title.ts'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { TextField } from '../kit/TextField.tsx'
import { QuietPanel } from '../passwords/QuietPanel.tsx'
import { employeeHandbook } from './queries.ts'
import { texts } from './words.ts'

/** What an employee reads and confirms with the link from their email; there is no account. */
export default function EmployeeHandbookPage() {
  usePageTitle('Employee handbook')
  const { token } = useParams({ from: '/employee-handbook/$token' })
  const query = useQuery(employeeHandbook(token))
  if (query.error instanceof CallError && query.error.status === 404)
    return (
      <QuietPanel title="This link no longer works">
        <p role="alert" className="text-lead text-ink-2">
          {texts.oldLink}
        </p>
      </QuietPanel>
    )
  if (query.data === undefined)
    return (
      <QuietPanel title="Employee handbook">
        {query.isPending ? (
          <SkeletonRows rows={6} label="Loading the handbook" />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
      </QuietPanel>
    )
  return <Handbook token={token} handbook={query.data} />
}

function Handbook({ token, handbook }: { token: string; handbook: EmployeeHandbook }) {
  const { employer, title, version, sentAt, employeeName, policies, acknowledgedAt } = handbook
  return (
    <article className="mx-auto max-w-[760px]">
      <header>
        <p className="text-body font-semibold wrap-anywhere text-ink-2">{employer}</p>
        <h1 className="mt-1 font-display text-title-phone wrap-anywhere text-ink sm:text-title">{title}</h1>
        <p className="mt-1 text-meta text-ink-3">
          Version {version}, sent to {employeeName} on {formatLongDate(sentAt)}
        </p>
      </header>
      <div className="no-print mt-5 flex flex-wrap items-center gap-3">
        {acknowledgedAt === null ? (
          <p className="text-lead text-ink-2">
            Read the handbook, then{' '}
            <a href="#acknowledge" className="link font-semibold">
              confirm that you received it
            </a>
            .
          </p>
        ) : (
          <Confirmed handbook={handbook} />
        )}
        <Button onClick={() => window.print()}>
          <Printer />
          Print
        </Button>
      </div>
      <nav aria-label="Policies" className="no-print mt-6 border-y border-line py-4">
        <ol className="list-inside list-decimal space-y-1 text-body text-ink">
          {policies.map((policy, index) => (
            <li key={index}>
              <a href={`#policy-${index}`} className="link finger-high">
                {policy.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {policies.map((policy, index) => (
        <Policy key={index} policy={policy} place={`policy-${index}`} />
      ))}
      <Panel className="mt-12">
        <section id="acknowledge" tabIndex={-1} aria-labelledby="acknowledge-heading" className="scroll-mt-6">
          <h2 id="acknowledge-heading" className="font-display text-subtitle text-ink">
            Acknowledgment
          </h2>
          {handbook.acknowledgment.map((line, index) => (
            <p key={index} className="mt-3 text-lead wrap-anywhere text-ink">
              {line}
            </p>
          ))}
          <div className="mt-5">
            {acknowledgedAt === null ? <Confirm token={token} /> : <Confirmed handbook={handbook} />}
          </div>
        </section>
      </Panel>
    </article>
  )
}

/** Anchors are unique within a policy only. */
function Policy({ policy: { title, sections }, place }: { policy: PrintablePolicy; place: string }) {
  return (
    <section aria-labelledby={place} className="mt-12">
      <h2
        id={place}
        tabIndex={-1}
        className="mb-4 scroll-mt-6 border-b border-line pb-2 font-display text-title-phone wrap-anywhere text-ink outline-none"
      >
        {title}
      </h2>
      <PolicyText
        sections={sections.map((section) => ({ ...section, anchor: `${place}-${section.anchor}` }))}
        areLandmarks={false}
      />
    </section>
  )
}

function Confirm({ token }: { token: string }) {
  const client = useQueryClient()
  const form = usePortalForm({
    schema: AcknowledgmentInput,
    defaultValues: { token, name: '' },
    failure: 'Couldn’t save your acknowledgment. Try again.',
    send: (body) => call(acknowledgeEmployeeHandbook, { body }),
    onSent: (handbook) => void client.setQueryData(employeeHandbook(token).queryKey, handbook),
  })
  return (
    <form noValidate onSubmit={form.submit} className="no-print max-w-[420px] space-y-4">
      <FormProblem problem={form.problem} />
      <TextField label="Your full name" autoComplete="name" error={form.errorOf('name')} {...form.register('name')} />
      <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Saving...">
        I acknowledge
      </Button>
    </form>
  )
}

function Confirmed({ handbook: { acknowledgedAt, signedName } }: { handbook: EmployeeHandbook }) {
  if (acknowledgedAt === null) return null
  return (
    <p role="status" className="flex items-start gap-2 text-lead wrap-anywhere text-ink">
      <CircleCheck size={20} className="mt-0.5 shrink-0 text-ok" />
      Acknowledged by {signedName} on {formatLongDate(acknowledgedAt)}
    </p>
  )
}
