import { MoneyField } from '../kit/MoneyField.tsx'
import { TextArea } from '../kit/TextField.tsx'
import { TimelineFields } from '../proposals/TimelineFields.tsx'
import { ServiceLines } from '../service-rates/ServiceLines.tsx'
import { NeedsFields } from './NeedsFields.tsx'
import type { ReportFormState } from './form-values.ts'

/** What a report says, for writing and for changing one. */
export function ReportFields({ form }: { form: ReportFormState }) {
  const { register, errorOf, control } = form
  return (
    <div className="space-y-6">
      <NeedsFields form={form} />
      <ServiceLines name="recommendedServices" control={control} />
      <MoneyField
        label="Budget"
        optional
        help="The client’s stated budget."
        className="sm:max-w-60"
        name="budget"
        control={control}
      />
      <TimelineFields form={form} />
      <TextArea label="Risks" optional error={errorOf('riskAssessment')} {...register('riskAssessment')} />
    </div>
  )
}
