import { useDeferredValue } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { FormSections } from '../hr-forms/FormSections.tsx'
import { usePortalForm } from '../kit/form.ts'
import { type EditedForm, type EditForm, previewOf } from './values.ts'

const Nothing = z.looseObject({})

/** The edited form as people will see it, with every field, also those with a condition. */
export function Preview({ form }: { form: EditForm }) {
  const edited = useDeferredValue(useWatch({ control: form.control }) as EditedForm)
  const unsent = usePortalForm<z.ZodType<FieldValues, FieldValues>, void>({
    schema: Nothing,
    send: async () => {},
    failure: '',
  })
  return (
    <fieldset disabled className="min-w-0">
      <legend className="mb-3 font-display text-subtitle text-ink">{edited.title}</legend>
      <FormSections view={{ sections: previewOf(edited) }} form={unsent} typed={{}} />
    </fieldset>
  )
}
