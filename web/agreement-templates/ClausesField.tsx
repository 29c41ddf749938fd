import { Plus } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import type { z } from 'zod'
import { type AgreementTemplateInput, maxClauses } from '../../domain/agreement-template.ts'
import { Button } from '../kit/Button.tsx'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { FieldNote } from '../kit/Field.tsx'
import type { PortalForm } from '../kit/form-with.ts'
import { MoveButtons } from '../kit/MoveButtons.tsx'
import { TextArea, TextField } from '../kit/TextField.tsx'

export type TemplateFormValues = z.input<typeof AgreementTemplateInput>
export type TemplateForm = PortalForm<TemplateFormValues, AgreementTemplateInput>

export const blankClause = { title: '', text: '', isOptional: false }

/** The clauses of a template in their order. */
export function ClausesField({ form }: { form: TemplateForm }) {
  const { fields, append, remove, swap } = useFieldArray({ control: form.control, name: 'clauses', keyName: 'key' })
  const { clauses: errors } = form.formState.errors
  return (
    <section aria-label="Clauses">
      <h3 className="text-panel text-ink">Clauses</h3>
      <FieldNote id="clauses-note" error={errors?.root?.message ?? errors?.message} />
      <ol className="mt-2 divide-y divide-line border-y border-line empty:hidden">
        {fields.map((field, index) => (
          <li key={field.key} className="py-4">
            <div className="mb-2 flex items-center justify-between">
              <h4 className="text-meta font-semibold text-ink-2">Clause {index + 1}</h4>
              <MoveButtons
                about={`clause ${index + 1}`}
                at={index}
                count={fields.length}
                onSwap={swap}
                onRemove={remove}
              />
            </div>
            <Clause form={form} index={index} />
          </li>
        ))}
      </ol>
      {fields.length < maxClauses && (
        <Button className="mt-3" onClick={() => append(blankClause)}>
          <Plus />
          Add clause
        </Button>
      )}
    </section>
  )
}

const Clause = ({ form: { register, errorOf }, index }: { form: TemplateForm; index: number }) => (
  <div className="space-y-3">
    <TextField label="Title" error={errorOf(`clauses.${index}.title`)} {...register(`clauses.${index}.title`)} />
    <TextArea label="Text" error={errorOf(`clauses.${index}.text`)} {...register(`clauses.${index}.text`)} />
    <CheckboxField label="Optional" {...register(`clauses.${index}.isOptional`)} />
  </div>
)
