import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { createTimeInvoice } from '../../api/time-entries.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { sumOf } from '../../domain/money.ts'
import { formatMinutes, TimeInvoiceInput } from '../../domain/time-entry.ts'
import { useTaxOf } from '../invoices/InvoiceFields.tsx'
import { call } from '../kit/call.ts'
import { ChoiceGroup } from '../kit/CheckboxField.tsx'
import { formatDate } from '../kit/dates.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { Money } from '../kit/Money.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { DateField } from '../kit/TextField.tsx'
import { timeFound } from './queries.ts'
import { texts } from './words.ts'

/** The entries are sent besides the form: what is not chosen is remembered, so that entries that load later are chosen. */
const TimeInvoiceForm = z.strictObject({
  grouping: TimeInvoiceInput.shape.grouping,
  dueDate: TimeInvoiceInput.shape.dueDate,
})

/** A draft invoice from billable time that is on no invoice yet. */
export function AddTimeToInvoiceDialog({ folderId, onClose }: { folderId: string; onClose: () => void }) {
  const query = useInfiniteQuery(timeFound({ clientFolderId: folderId, isBillable: 'true', isInvoiced: 'false' }, 200))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = (query.data?.pages ?? []).flatMap(({ items }) => items).filter(({ id }) => !left.has(id))
  const navigate = useNavigate()
  const form = useSaveForm({
    schema: TimeInvoiceForm,
    defaultValues: { grouping: 'service', dueDate: '' },
    failure: 'Couldn’t create the invoice',
    send: (body, idempotencyKey) =>
      call(createTimeInvoice, {
        body: { ...body, clientFolderId: folderId, timeEntryIds: chosen.map(({ id }) => id) },
        idempotencyKey,
      }),
    success: ({ invoiceNumber }) => `Draft ${invoiceNumber} created`,
    queryKey: ['time-entries'],
    onClose,
    onSaved: ({ id }) => void navigate({ to: '/invoices/$id', params: { id } }),
  })
  const { dueDays } = useTaxOf(folderId)
  const { setValue, getFieldState, errorOf, register } = form
  // The days until due depend on the client; a date that was typed stays.
  useEffect(() => {
    if (!getFieldState('dueDate').isDirty) setValue('dueDate', daysAfter(officeDate(new Date()), dueDays))
  }, [dueDays, setValue, getFieldState])
  const toggle = (id: string) =>
    setLeft((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  return (
    <FormDialog
      title="Add time to invoice"
      description={texts.addToInvoice}
      form={form}
      submit="Create Invoice"
      submitting="Creating..."
      disabled={chosen.length === 0}
      total={
        <>
          {formatMinutes(sumOf(chosen.map(({ minutes }) => minutes)))},{' '}
          <Money cents={sumOf(chosen.map(({ amount }) => amount))} />
        </>
      }
      onClose={onClose}
    >
      <div className="space-y-4">
        <DateField label="Due date" className="sm:max-w-56" error={errorOf('dueDate')} {...register('dueDate')} />
        <ChoiceGroup
          label="Lines"
          kind="radio"
          choices={[
            { value: 'service', label: 'One line for each service' },
            { value: 'entry', label: 'One line for each entry, with its description' },
          ]}
          error={errorOf('grouping')}
          {...register('grouping')}
        />
        <fieldset className="min-w-0">
          <legend className="mb-1.5 text-meta font-semibold text-ink">Time</legend>
          <PagedList
            query={query}
            more="Show earlier time"
            empty={<p className="text-body text-ink-2">No time to invoice.</p>}
          >
            {(entries) => (
              <ul aria-label="Time" className="divide-y divide-line rounded-md border border-line">
                {entries.map(({ id, date, minutes, amount, serviceName, description, userName }) => (
                  <li key={id}>
                    <label className="flex min-h-11 items-start gap-3 px-3 py-2 hover:bg-hover">
                      <input
                        type="checkbox"
                        checked={!left.has(id)}
                        onChange={() => toggle(id)}
                        className="mt-1 size-4 shrink-0 accent-primary"
                      />
                      <span className="min-w-0 flex-1 text-body wrap-anywhere text-ink">
                        {description ?? serviceName}
                        <span className="block text-meta text-ink-3">
                          {formatDate(date)} · {userName}
                          {description === null ? '' : ` · ${serviceName}`}
                        </span>
                      </span>
                      <span className="tabular text-right text-body text-ink">
                        {formatMinutes(minutes)}
                        <span className="block text-meta text-ink-3">
                          <Money cents={amount} />
                        </span>
                      </span>
                    </label>
                  </li>
                ))}
              </ul>
            )}
          </PagedList>
        </fieldset>
      </div>
    </FormDialog>
  )
}
