import { useWatch } from 'react-hook-form'
import { changeInvoice } from '../../api/invoices.ts'
import type { InvoiceView } from '../../domain/invoice.ts'
import { call } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm } from '../kit/save-form.ts'
import { formatMoney } from '../kit/money.ts'
import { InvoiceForm, formValuesOf, formTotals } from './invoice-form.ts'
import { InvoiceFields, useTaxOf } from './InvoiceFields.tsx'
import { InvoicePreview } from './InvoicePreview.tsx'
import { InvoiceTotal } from './InvoiceTotal.tsx'
import { invoiceById } from './queries.ts'

const failure = 'Failed to update invoice'

/** Edits a draft. The folder's current exemption and purchase order are applied. */
export function EditInvoiceDialog({ invoice, onClose }: { invoice: InvoiceView; onClose: () => void }) {
  const form = useEditForm({
    item: invoice,
    read: (client) => client.fetchQuery({ ...invoiceById(invoice.id), staleTime: 0 }),
    valuesOf: formValuesOf,
    describe,
    schema: InvoiceForm,
    failure,
    send: (body, ifMatch) =>
      call(changeInvoice, {
        params: { id: invoice.id },
        body: { ...body, ...formTotals(body.lineItems, tax) },
        ifMatch,
      }),
    success: 'Invoice updated successfully',
    queryKey: ['invoices'],
    onClose,
  })
  const lines = useWatch({ control: form.control, name: 'lineItems' })
  const { tax } = useTaxOf(invoice.clientFolderId)
  return (
    <FormDialog
      title={`Edit ${invoice.invoiceNumber}`}
      width="wide"
      form={form}
      submit="Save changes"
      submitting="Updating..."
      disabled={lines.length === 0}
      total={<InvoiceTotal lines={lines} tax={tax} />}
      preview={<InvoicePreview form={form} invoice={invoice} />}
      onClose={onClose}
    >
      <InvoiceFields form={form} before={invoice} />
    </FormDialog>
  )
}

const describe = (after: InvoiceView): [keyof InvoiceView, string, string][] => [
  ['status', 'Status', after.status],
  ['total', 'Total', formatMoney(after.total)],
  ['dueDate', 'Due date', formatDate(after.dueDate)],
  ['contractNumber', 'Contract', after.contractNumber ?? 'none'],
  ['description', 'Description', after.description ?? 'none'],
]
