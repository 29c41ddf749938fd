import { z } from 'zod'
import { changeInvoiceStatus } from '../../api/invoices.ts'
import type { InvoiceView } from '../../domain/invoice.ts'
import { optionalText } from '../../domain/text.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { TextArea } from '../kit/TextField.tsx'
import { texts } from './words.ts'

const failure = 'Failed to update invoice'
const VoidForm = z.strictObject({ reason: optionalText })

export function VoidInvoiceDialog({ invoice, onClose }: { invoice: InvoiceView; onClose: () => void }) {
  const form = useSaveForm({
    schema: VoidForm,
    defaultValues: { reason: '' },
    failure,
    send: ({ reason }) =>
      call(changeInvoiceStatus, {
        params: { id: invoice.id },
        body: { status: 'void', reason },
        ifMatch: invoice.version,
      }),
    success: 'Invoice voided',
    queryKey: ['invoices'],
    onClose,
  })
  const wasSent = invoice.sentAt !== null
  return (
    <FormDialog
      title={`Void invoice ${invoice.invoiceNumber}?`}
      description={texts.voidInvoice(wasSent)}
      form={form}
      submit="Void invoice"
      submitting="Voiding..."
      onClose={onClose}
    >
      <TextArea label="Reason" optional error={form.errorOf('reason')} {...form.register('reason')} />
    </FormDialog>
  )
}
