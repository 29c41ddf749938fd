import { useWatch } from 'react-hook-form'
import { createInvoicePlan } from '../../api/invoice-plans.ts'
import { officeDate } from '../../domain/time.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useNow } from '../kit/now.ts'
import { useSaveForm } from '../kit/save-form.ts'
import { blankInvoicePlan, InvoicePlanForm } from './invoice-plan-form.ts'
import { InvoicePlanFields, InvoicePlanTotal } from './InvoicePlanFields.tsx'
import { texts } from './words.ts'

export function NewInvoicePlanDialog({ folderId, onClose }: { folderId: string; onClose: () => void }) {
  const today = officeDate(useNow())
  const form = useSaveForm({
    schema: InvoicePlanForm,
    defaultValues: blankInvoicePlan(today),
    failure: 'Couldn’t create the recurring invoices',
    send: (body, idempotencyKey) => call(createInvoicePlan, { params: { id: folderId }, body, idempotencyKey }),
    success: 'Recurring invoices created',
    queryKey: ['invoice-plans'],
    onClose,
  })
  const lines = useWatch({ control: form.control, name: 'lineItems' })
  return (
    <FormDialog
      title="New recurring invoices"
      description={texts.create}
      width="wide"
      form={form}
      submit="Create recurring invoices"
      submitting="Creating..."
      disabled={lines.length === 0}
      total={<InvoicePlanTotal form={form} folderId={folderId} />}
      onClose={onClose}
    >
      <InvoicePlanFields form={form} folderId={folderId} />
    </FormDialog>
  )
}
