import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { createInvoicePlan } from '../../api/invoice-plans.ts'
import { InvoicePlanInput } from '../../domain/invoice-plan.ts'
import { officeDate } from '../../domain/time.ts'
import { blankLine, lineColumns, type LineFormValues } from '../invoices/invoice-form.ts'
import { useTaxOf } from '../invoices/InvoiceFields.tsx'
import { InvoiceTotal } from '../invoices/InvoiceTotal.tsx'
import { call } from '../kit/call.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { LineEditor } from '../kit/LineEditor.tsx'
import { useNow } from '../kit/now.ts'
import { useSaveForm } from '../kit/save-form.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { DateField, TextField } from '../kit/TextField.tsx'
import { repeatChoices } from './words.ts'

const number = (checked: z.ZodInt) =>
  z
    .string()
    .transform((typed) => (/^\d{1,2}$/.test(typed.trim()) ? Number(typed) : Number.NaN))
    .pipe(checked)

/** The numbers as they are typed and chosen. */
const InvoicePlanForm = InvoicePlanInput.extend({
  everyMonths: number(InvoicePlanInput.shape.everyMonths),
  dayOfMonth: number(InvoicePlanInput.shape.dayOfMonth),
})
type InvoicePlanFormValues = z.input<typeof InvoicePlanForm>

export function NewInvoicePlanDialog({ folderId, onClose }: { folderId: string; onClose: () => void }) {
  const today = officeDate(useNow())
  const form = useSaveForm({
    schema: InvoicePlanForm,
    defaultValues: {
      description: '',
      lineItems: [],
      everyMonths: '1',
      dayOfMonth: '1',
      startsOn: today,
      endsOn: '',
      sends: false,
    },
    failure: 'Couldn’t create the recurring invoices',
    send: (body, idempotencyKey) => call(createInvoicePlan, { params: { id: folderId }, body, idempotencyKey }),
    success: 'Recurring invoices created',
    queryKey: ['invoice-plans'],
    onClose,
  })
  const { register, errorOf, control } = form
  const { tax } = useTaxOf(folderId)
  const lines = useWatch({ control, name: 'lineItems' })
  const isByLine = tax.mode === 'by-line' && !tax.isExempt
  return (
    <FormDialog
      title="New recurring invoices"
      description="Creates one invoice for each period, with the sales tax and payment terms in effect that day."
      width="wide"
      form={form}
      submit="Create recurring invoices"
      submitting="Creating..."
      disabled={lines.length === 0}
      total={<InvoiceTotal lines={lines} tax={tax} />}
      onClose={onClose}
    >
      <div className="space-y-5">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <SelectField
            label="Repeats"
            choices={repeatChoices}
            error={errorOf('everyMonths')}
            {...register('everyMonths')}
          />
          <TextField
            label="Day of the month"
            inputMode="numeric"
            help="In shorter months, the last day."
            error={errorOf('dayOfMonth')}
            {...register('dayOfMonth')}
          />
          <DateField label="Starts on" min={today} error={errorOf('startsOn')} {...register('startsOn')} />
          <DateField
            label="Ends on"
            optional
            min={today}
            help="Leave empty if it doesn’t end."
            error={errorOf('endsOn')}
            {...register('endsOn')}
          />
          <TextField
            label="Description"
            optional
            className="sm:col-span-2"
            error={errorOf('description')}
            {...register('description')}
          />
        </div>
        <CheckboxField
          label="Send each invoice to the client automatically"
          help="Otherwise it stays a draft, and we notify the consultant."
          error={errorOf('sends')}
          {...register('sends')}
        />
        <LineEditor<InvoicePlanFormValues, InvoicePlanInput, LineFormValues>
          label="Lines"
          name="lineItems"
          control={control}
          columns={lineColumns}
          blank={blankLine}
          add="Add line"
          empty="Add the lines of each invoice."
          more={
            isByLine
              ? (index) => <CheckboxField label="Charge sales tax" {...register(`lineItems.${index}.taxed`)} />
              : undefined
          }
        />
      </div>
    </FormDialog>
  )
}
