import { changeOnboardingReport } from '../../api/onboarding-reports.ts'
import type { OnboardingReportView } from '../../domain/onboarding-report.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm } from '../kit/save-form.ts'
import { formatMoney } from '../kit/money.ts'
import { statusWords } from '../kit/StatusBadge.tsx'
import { reportById } from './queries.ts'
import { ReportFields } from './ReportFields.tsx'
import { ReportTotal } from './ReportTotal.tsx'
import { bodyOf, ReportForm, formValuesOf } from './form-values.ts'

const failure = 'Failed to update onboarding report'

export function EditReportDialog({ report, onClose }: { report: OnboardingReportView; onClose: () => void }) {
  const form = useEditForm({
    item: report,
    read: (client) => client.fetchQuery({ ...reportById(report.id), staleTime: 0 }),
    valuesOf: formValuesOf,
    describe,
    schema: ReportForm,
    failure,
    send: (values, ifMatch) =>
      call(changeOnboardingReport, { params: { id: report.id }, body: bodyOf(values), ifMatch }),
    success: 'Onboarding report updated successfully',
    queryKey: ['onboarding-reports'],
    onClose,
  })
  return (
    <FormDialog
      title="Edit onboarding report"
      description={`For ${report.clientFolderName}`}
      width="wide"
      form={form}
      submit="Save changes"
      submitting="Updating..."
      total={<ReportTotal form={form} />}
      onClose={onClose}
    >
      <ReportFields form={form} />
    </FormDialog>
  )
}

const describe = (after: OnboardingReportView): [keyof OnboardingReportView, string, string][] => [
  ['clientNeeds', 'Needs', after.clientNeeds.join('; ') || 'none'],
  [
    'recommendedServices',
    'Services',
    `${after.recommendedServices.length} lines, ${formatMoney(after.recommendedTotal)}`,
  ],
  ['budget', 'Budget', after.budget === null ? 'none' : formatMoney(after.budget)],
  ['timeline', 'Timeline', after.timeline.map(({ phase, duration }) => `${phase} (${duration})`).join(', ') || 'none'],
  ['riskAssessment', 'Risks', after.riskAssessment ?? 'none'],
  ['status', 'Status', statusWords(after.status)],
]
