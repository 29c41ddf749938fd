import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { changeInvoice } from '../../api/invoices.ts'
import type { InvoiceView } from '../../domain/invoice.ts'
import { call } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { formatMoney } from '../kit/money.ts'
import { type Difference, keepTyped, useNewerVersion } from '../kit/newer-version.ts'
import { NewerVersion } from '../kit/NewerVersion.tsx'
import { toast } from '../kit/toast-store.ts'
import { InvoiceForm, typedFrom, typedSums } from './invoice-form.ts'
import { InvoiceFields, useTaxOf } from './InvoiceFields.tsx'
import { InvoiceTotal } from './InvoiceTotal.tsx'
import { invoiceById } from './queries.ts'

const failure = 'Failed to update invoice'

/** A draft is written anew; what stands in its folder by now (exemption, purchase order) comes along. */
export function EditInvoiceDialog({ invoice, onClose }: { invoice: InvoiceView; onClose: () => void }) {
  const client = useQueryClient()
  const newer = useNewerVersion<InvoiceView>({
    first: invoice,
    read: () => client.fetchQuery({ ...invoiceById(invoice.id), staleTime: 0 }),
    describe,
    adopt: (newest) => form.reset(typedFrom(newest), keepTyped),
  })
  const form = usePortalForm({
    schema: InvoiceForm,
    defaultValues: typedFrom(invoice),
    failure,
    send: (body) =>
      newer.onBase((ifMatch) =>
        call(changeInvoice, {
          params: { id: invoice.id },
          body: { ...body, ...typedSums(body.lineItems, isExempt) },
          ifMatch,
        }),
      ),
    onSent: async () => {
      toast({ title: 'Success', description: 'Invoice updated successfully' })
      await client.invalidateQueries({ queryKey: ['invoices'] })
      onClose()
    },
    onFailed: () => toast({ title: 'Error', description: failure, variant: 'destructive' }),
  })
  const lines = useWatch({ control: form.control, name: 'lineItems' })
  const { isExempt } = useTaxOf(invoice.clientFolderId)
  return (
    <FormDialog
      title={`Edit ${invoice.invoiceNumber}`}
      width="wide"
      form={form}
      submit="Save invoice"
      submitting="Updating..."
      disabled={lines.length === 0}
      total={<InvoiceTotal lines={lines} isExempt={isExempt} />}
      onClose={onClose}
    >
      <NewerVersion differences={newer.differences} />
      <InvoiceFields form={form} />
    </FormDialog>
  )
}

function describe(before: InvoiceView, after: InvoiceView): Difference[] {
  const fields: [keyof InvoiceView, string, string][] = [
    ['status', 'Status', after.status],
    ['total', 'Total', formatMoney(after.total)],
    ['dueDate', 'Due date', formatDate(after.dueDate)],
    ['contractNumber', 'Contract', after.contractNumber ?? 'none'],
    ['description', 'Description', after.description ?? 'none'],
  ]
  return fields.filter(([key]) => before[key] !== after[key]).map(([, label, now]) => ({ label, now }))
}
