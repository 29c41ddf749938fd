import { useQueryClient } from '@tanstack/react-query'
import { changeOnboardingReport } from '../../api/onboarding-reports.ts'
import type { OnboardingReportView } from '../../domain/onboarding-report.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { formatMoney } from '../kit/money.ts'
import { type Difference, keepTyped, useNewerVersion } from '../kit/newer-version.ts'
import { NewerVersion } from '../kit/NewerVersion.tsx'
import { statusWords } from '../kit/StatusBadge.tsx'
import { toast } from '../kit/toast-store.ts'
import { reportById } from './queries.ts'
import { ReportFields } from './ReportFields.tsx'
import { ReportTotal } from './ReportTotal.tsx'
import { bodyOf, ReportForm, typedFrom } from './typed.ts'

const failure = 'Failed to update onboarding report'

export function EditReportDialog({ report, onClose }: { report: OnboardingReportView; onClose: () => void }) {
  const client = useQueryClient()
  const newer = useNewerVersion<OnboardingReportView>({
    first: report,
    read: () => client.fetchQuery({ ...reportById(report.id), staleTime: 0 }),
    describe,
    adopt: (newest) => form.reset(typedFrom(newest), keepTyped),
  })
  const form = usePortalForm({
    schema: ReportForm,
    defaultValues: typedFrom(report),
    failure,
    send: (values) =>
      newer.onBase((ifMatch) =>
        call(changeOnboardingReport, { params: { id: report.id }, body: bodyOf(values), ifMatch }),
      ),
    onSent: async () => {
      toast({ title: 'Success', description: 'Onboarding report updated successfully' })
      await client.invalidateQueries({ queryKey: ['onboarding-reports'] })
      onClose()
    },
    onFailed: () => toast({ title: 'Error', description: failure, variant: 'destructive' }),
  })
  return (
    <FormDialog
      title="Edit onboarding report"
      description={`For ${report.clientFolderName}`}
      width="wide"
      form={form}
      submit="Save report"
      submitting="Updating..."
      total={<ReportTotal form={form} />}
      onClose={onClose}
    >
      <NewerVersion differences={newer.differences} />
      <ReportFields form={form} />
    </FormDialog>
  )
}

function describe(before: OnboardingReportView, after: OnboardingReportView): Difference[] {
  const lines: [string, (report: OnboardingReportView) => string][] = [
    ['Needs', ({ clientNeeds }) => clientNeeds.join('; ') || 'none'],
    [
      'Services',
      ({ recommendedServices, recommendedTotal }) =>
        `${recommendedServices.length} lines, ${formatMoney(recommendedTotal)}`,
    ],
    ['Budget', ({ budget }) => (budget === null ? 'none' : formatMoney(budget))],
    [
      'Timeline',
      ({ timeline }) => timeline.map(({ phase, duration }) => `${phase} (${duration})`).join(', ') || 'none',
    ],
    ['Risks', ({ riskAssessment }) => riskAssessment ?? 'none'],
    ['Status', ({ status }) => statusWords(status)],
  ]
  return lines.filter(([, say]) => say(before) !== say(after)).map(([label, say]) => ({ label, now: say(after) }))
}
