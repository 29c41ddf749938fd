import { reopenMonth } from '../../api/books.ts'
import { type ClosedMonth, MonthReopening } from '../../domain/books.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { TextArea } from '../kit/TextField.tsx'
import { monthWords } from './month-words.ts'
import { texts } from './words.ts'

export function ReopenMonthDialog({ month, onClose }: { month: ClosedMonth; onClose: () => void }) {
  const form = useSaveForm({
    schema: MonthReopening,
    defaultValues: { reason: '' },
    failure: 'Couldn’t reopen the month',
    send: (body, idempotencyKey) => call(reopenMonth, { params: { id: month.id }, body, idempotencyKey }),
    success: 'Month reopened',
    queryKey: ['books'],
    onClose,
  })
  return (
    <FormDialog
      title={`Reopen ${monthWords(month.month)}?`}
      description={texts.reopenMonth}
      form={form}
      submit="Reopen month"
      submitting="Reopening..."
      onClose={onClose}
    >
      <TextArea label="Reason" maxLength={1000} error={form.errorOf('reason')} {...form.register('reason')} />
    </FormDialog>
  )
}
