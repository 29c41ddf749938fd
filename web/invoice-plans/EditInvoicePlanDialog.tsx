import { useWatch } from 'react-hook-form'
import { changeInvoicePlan } from '../../api/invoice-plans.ts'
import type { InvoicePlanView } from '../../domain/invoice-plan.ts'
import { call } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { formatMoney } from '../kit/money.ts'
import { useEditForm } from '../kit/save-form.ts'
import { formValuesOf, InvoicePlanForm } from './invoice-plan-form.ts'
import { InvoicePlanFields, InvoicePlanTotal } from './InvoicePlanFields.tsx'
import { invoicePlanById } from './queries.ts'
import { repeatsWords, sendsWords, statusBadges, texts } from './words.ts'

/** Edits recurring invoices from the next invoice on. */
export function EditInvoicePlanDialog({ plan, onClose }: { plan: InvoicePlanView; onClose: () => void }) {
  const form = useEditForm({
    item: plan,
    read: (client) => client.fetchQuery({ ...invoicePlanById(plan.id), staleTime: 0 }),
    valuesOf: formValuesOf,
    describe,
    schema: InvoicePlanForm,
    failure: 'Couldn’t update the recurring invoices',
    send: ({ startsOn: _startsOn, ...body }, ifMatch) =>
      call(changeInvoicePlan, { params: { id: plan.id }, body, ifMatch }),
    success: ({ status, nextOn }) =>
      status === 'active' ? texts.updated(formatDate(nextOn)) : 'Recurring invoices updated',
    queryKey: ['invoice-plans'],
    onClose,
  })
  const lines = useWatch({ control: form.control, name: 'lineItems' })
  return (
    <FormDialog
      title="Edit recurring invoices"
      description={texts.edit}
      width="wide"
      form={form}
      submit="Save changes"
      submitting="Saving..."
      disabled={lines.length === 0}
      total={<InvoicePlanTotal form={form} folderId={plan.clientFolderId} />}
      onClose={onClose}
    >
      <InvoicePlanFields form={form} folderId={plan.clientFolderId} before={plan} />
    </FormDialog>
  )
}

const describe = (after: InvoicePlanView): [keyof InvoicePlanView, string, string][] => [
  ['status', 'Status', statusBadges[after.status].label],
  ['subtotal', 'Subtotal', formatMoney(after.subtotal)],
  ['everyMonths', 'Repeats', repeatsWords(after)],
  ['dayOfMonth', 'Day of the month', String(after.dayOfMonth)],
  ['endsOn', 'Ends on', after.endsOn === null ? 'none' : formatDate(after.endsOn)],
  ['dueDays', 'Days until due', after.dueDays === null ? 'none' : String(after.dueDays)],
  ['sends', 'Each invoice', sendsWords(after)],
  ['description', 'Description', after.description ?? 'none'],
]
