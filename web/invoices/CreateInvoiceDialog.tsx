import { type ReactNode, useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { createInvoice } from '../../api/invoices.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { type InvoiceFormValues, InvoiceForm, formTotals } from './invoice-form.ts'
import { InvoiceFields, useTaxOf } from './InvoiceFields.tsx'
import { InvoicePreview } from './InvoicePreview.tsx'
import { InvoiceTotal } from './InvoiceTotal.tsx'

const failure = 'Failed to create invoice'

type CreateInvoiceDialogProps = {
  initial: InvoiceFormValues
  /** Above the fields: how to bill. */
  choice?: ReactNode
  onCreated?: (invoice: { id: string }) => void
  onClose: () => void
}

export function CreateInvoiceDialog({ initial, choice, onCreated, onClose }: CreateInvoiceDialogProps) {
  const form = useSaveForm({
    schema: InvoiceForm,
    defaultValues: initial,
    failure,
    // Send the displayed totals: the portal rejects any that differ from its own.
    send: (body, idempotencyKey) =>
      call(createInvoice, { body: { ...body, ...formTotals(body.lineItems, tax) }, idempotencyKey }),
    success: 'Invoice created successfully',
    queryKey: ['invoices'],
    onClose,
    onSaved: onCreated,
  })
  const lines = useWatch({ control: form.control, name: 'lineItems' })
  const { tax, dueDays } = useTaxOf(useWatch({ control: form.control, name: 'clientFolderId' }))
  const { setValue, getFieldState } = form
  // The days until due depend on the client; a date that was typed stays.
  useEffect(() => {
    if (!getFieldState('dueDate').isDirty) setValue('dueDate', daysAfter(officeDate(new Date()), dueDays))
  }, [dueDays, setValue, getFieldState])
  return (
    <FormDialog
      title="Create Invoice"
      description="The invoice stays a draft until you send it."
      width="wide"
      form={form}
      submit="Create Invoice"
      submitting="Creating..."
      disabled={lines.length === 0}
      total={<InvoiceTotal lines={lines} tax={tax} />}
      preview={<InvoicePreview form={form} />}
      onClose={onClose}
    >
      {Boolean(choice) && <div className="mb-5">{choice}</div>}
      <InvoiceFields form={form} choosesFolder />
    </FormDialog>
  )
}
