import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createRetainerInvoice } from '../../api/retainers.ts'
import { RetainerInvoiceInput } from '../../domain/retainer.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { useTaxOf } from '../invoices/InvoiceFields.tsx'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { MoneyField } from '../kit/MoneyField.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { DateField, TextField } from '../kit/TextField.tsx'
import { texts } from './words.ts'

/** A draft invoice for the retainer. */
export function BillRetainerDialog({ folderId, onClose }: { folderId: string; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useSaveForm({
    schema: RetainerInvoiceInput,
    defaultValues: { amount: 0, description: '', dueDate: '' },
    failure: 'Couldn’t create the invoice',
    send: (body, idempotencyKey) => call(createRetainerInvoice, { params: { id: folderId }, body, idempotencyKey }),
    success: ({ invoiceNumber }) => `Draft ${invoiceNumber} created`,
    queryKey: ['invoices'],
    onClose,
    onSaved: ({ id }) => {
      void client.invalidateQueries({ queryKey: ['retainers'] })
      void navigate({ to: '/invoices/$id', params: { id } })
    },
  })
  const { dueDays } = useTaxOf(folderId)
  const { setValue, getFieldState, control, errorOf, register } = form
  // The days until due depend on the client; a date that was typed stays.
  useEffect(() => {
    if (!getFieldState('dueDate').isDirty) setValue('dueDate', daysAfter(officeDate(new Date()), dueDays))
  }, [dueDays, setValue, getFieldState])
  return (
    <FormDialog
      title="Bill retainer"
      description={texts.bill}
      form={form}
      submit="Create Invoice"
      submitting="Creating..."
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <MoneyField label="Amount" name="amount" control={control} error={errorOf('amount')} />
        <DateField label="Due date" error={errorOf('dueDate')} {...register('dueDate')} />
        <TextField
          label="Description"
          optional
          className="sm:col-span-2"
          maxLength={10_000}
          error={errorOf('description')}
          {...register('description')}
        />
      </div>
    </FormDialog>
  )
}
