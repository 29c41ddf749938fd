import type { z } from 'zod'
import { callKinds, type CallInput } from '../../domain/staff-note.ts'
import { officeDay } from '../kit/dates.ts'
import type { PortalForm } from '../kit/form-with.ts'
import { useNow } from '../kit/now.ts'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { DateField, TextArea, TextField } from '../kit/TextField.tsx'
import { kindLabels } from './words.ts'

type Form = PortalForm<z.input<typeof CallInput>, z.output<typeof CallInput>>

/** What the record of a call or a meeting says. */
export function CallFields({ form: { register, errorOf } }: { form: Pick<Form, 'register' | 'errorOf'> }) {
  const today = officeDay(useNow())
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField
          label="Kind"
          choices={choicesOf(callKinds, kindLabels)}
          error={errorOf('kind')}
          {...register('kind')}
        />
        <DateField label="Date" max={today} error={errorOf('heldOn')} {...register('heldOn')} />
      </div>
      <TextField
        label="With"
        help="Everyone from the client’s side"
        error={errorOf('heldWith')}
        {...register('heldWith')}
      />
      <TextField label="Subject" error={errorOf('subject')} {...register('subject')} />
      <TextArea label="Notes" rows={6} error={errorOf('content')} {...register('content')} />
    </div>
  )
}
