import { useWatch } from 'react-hook-form'
import { createInvoice } from '../../api/invoices.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { type TypedInvoice, InvoiceForm, typedSums } from './invoice-form.ts'
import { InvoiceFields, useTaxOf } from './InvoiceFields.tsx'
import { InvoiceTotal } from './InvoiceTotal.tsx'

const failure = 'Failed to create invoice'

type CreateInvoiceDialogProps = {
  initial: TypedInvoice
  onCreated?: (invoice: { id: string }) => void
  onClose: () => void
}

export function CreateInvoiceDialog({ initial, onCreated, onClose }: CreateInvoiceDialogProps) {
  const form = useSaveForm({
    schema: InvoiceForm,
    defaultValues: initial,
    failure,
    // What was shown is what is meant: the portal refuses sums that are not its own.
    send: (body, idempotencyKey) =>
      call(createInvoice, { body: { ...body, ...typedSums(body.lineItems, isExempt) }, idempotencyKey }),
    success: 'Invoice created successfully',
    queryKey: ['invoices'],
    onClose,
    onSaved: onCreated,
  })
  const lines = useWatch({ control: form.control, name: 'lineItems' })
  const { isExempt } = useTaxOf(useWatch({ control: form.control, name: 'clientFolderId' }))
  return (
    <FormDialog
      title="Create Invoice"
      description="It is a draft until you send it. Its number is given when it is created."
      width="wide"
      form={form}
      submit="Create Invoice"
      submitting="Creating..."
      disabled={lines.length === 0}
      total={<InvoiceTotal lines={lines} isExempt={isExempt} />}
      onClose={onClose}
    >
      <InvoiceFields form={form} choosesFolder />
    </FormDialog>
  )
}
