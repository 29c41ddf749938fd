// Form values of recurring invoices: the numbers as they are typed and chosen.
import { z } from 'zod'
import { InvoicePlanInput, type InvoicePlanView } from '../../domain/invoice-plan.ts'
import { lineFormValues } from '../invoices/invoice-form.ts'

const wholeNumber = (typed: string) => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : Number.NaN)

const number = (checked: z.ZodInt) => z.string().transform(wholeNumber).pipe(checked)

const { everyMonths, dayOfMonth, dueDays } = InvoicePlanInput.shape

export const InvoicePlanForm = InvoicePlanInput.extend({
  everyMonths: number(everyMonths),
  dayOfMonth: number(dayOfMonth),
  dueDays: z
    .string()
    .transform((typed): number | null | undefined => (typed.trim() === '' ? null : wholeNumber(typed)))
    .pipe(dueDays),
})
export type InvoicePlanFormValues = z.input<typeof InvoicePlanForm>

export const blankInvoicePlan = (today: string): InvoicePlanFormValues => ({
  description: '',
  lineItems: [],
  everyMonths: '1',
  dayOfMonth: '1',
  startsOn: today,
  endsOn: '',
  dueDays: '',
  sends: false,
})

export const formValuesOf = (plan: InvoicePlanView): InvoicePlanFormValues => ({
  description: plan.description ?? '',
  lineItems: lineFormValues(plan.lineItems),
  everyMonths: String(plan.everyMonths),
  dayOfMonth: String(plan.dayOfMonth),
  startsOn: plan.startsOn,
  endsOn: plan.endsOn ?? '',
  dueDays: plan.dueDays === null ? '' : String(plan.dueDays),
  sends: plan.sends,
})
