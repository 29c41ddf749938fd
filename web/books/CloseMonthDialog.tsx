import { closeMonth } from '../../api/books.ts'
import { ClosedMonthInput } from '../../domain/books.ts'
import { officeDate } from '../../domain/time.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useNow } from '../kit/now.ts'
import { useSaveForm } from '../kit/save-form.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { monthsBefore, monthWords } from './month-words.ts'
import { texts } from './words.ts'

export function CloseMonthDialog({ onClose }: { onClose: () => void }) {
  const months = monthsBefore(officeDate(useNow()))
  const form = useSaveForm({
    schema: ClosedMonthInput,
    defaultValues: { month: months[0] ?? '' },
    failure: 'Couldn’t close the month',
    send: (body, idempotencyKey) => call(closeMonth, { body, idempotencyKey }),
    success: 'Month closed',
    queryKey: ['books'],
    onClose,
  })
  return (
    <FormDialog
      title="Close a month"
      description={texts.closeMonth}
      form={form}
      submit="Close month"
      submitting="Closing..."
      onClose={onClose}
    >
      <SelectField
        label="Month"
        choices={months.map((value) => ({ value, label: monthWords(value) }))}
        error={form.errorOf('month')}
        {...form.register('month')}
      />
    </FormDialog>
  )
}
