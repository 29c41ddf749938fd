import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createOnboardingReport } from '../../api/onboarding-reports.ts'
import type { OnboardingReportView } from '../../domain/onboarding-report.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { toast } from '../kit/toast-store.ts'
import { ReportFields } from './ReportFields.tsx'
import { ReportTotal } from './ReportTotal.tsx'
import { bodyOf, newReport, ReportForm, formValuesOf } from './form-values.ts'
import { texts } from './words.ts'

const failure = 'Failed to create onboarding report'

type NewReportDialogProps = {
  folderId: string
  /** A report that was shared, whose words the new one begins with. */
  from?: OnboardingReportView
  onClose: () => void
}

export function NewReportDialog({ folderId, from, onClose }: NewReportDialogProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = usePortalForm({
    schema: ReportForm,
    defaultValues: from === undefined ? newReport : formValuesOf(from),
    failure,
    send: (values, idempotencyKey) =>
      call(createOnboardingReport, { params: { id: folderId }, body: bodyOf(values), idempotencyKey }),
    onSent: async ({ id }) => {
      toast.success('Onboarding report created successfully')
      void client.invalidateQueries({ queryKey: ['onboarding-reports'] })
      onClose()
      await navigate({ to: '/onboarding-reports/$id', params: { id } })
    },
    onFailed: () => toast.error(failure),
  })
  return (
    <FormDialog
      title="New onboarding report"
      description={texts.newReport}
      width="wide"
      form={form}
      submit="Save draft"
      submitting="Saving..."
      total={<ReportTotal form={form} />}
      onClose={onClose}
    >
      <ReportFields form={form} />
    </FormDialog>
  )
}
