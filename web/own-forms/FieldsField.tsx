import { PenLine, Plus } from 'lucide-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { fieldKinds, fieldWidths } from '../../domain/hr-form.ts'
import { Button } from '../kit/Button.tsx'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { MoveButtons } from '../kit/MoveButtons.tsx'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { blankField, type EditForm, messageIn, unusedName } from './values.ts'
import { kindLabels, texts, widthLabels } from './words.ts'

type FieldsFieldProps = { form: EditForm; section: number }

/** The fields of a section in their order. */
export function FieldsField({ form, section }: FieldsFieldProps) {
  const { control, getValues } = form
  const { fields, append, remove, swap } = useFieldArray({
    control,
    name: `sections.${section}.fields`,
    keyName: 'key',
  })
  const addField = () => append(blankField(unusedName(getValues('sections'))))
  const addSignature = () => {
    const name = unusedName(getValues('sections'))
    const signature = blankField(name, { label: 'Signature', kind: 'signature', width: 'half' })
    const date = blankField(`${name}Date`, { label: 'Date', kind: 'date', width: 'half' })
    append([signature, date])
  }
  return (
    <>
      <ol className="divide-y divide-line border-y border-line empty:hidden">
        {fields.map((field, at) => (
          <li key={field.key} className="py-4" aria-label={`Field ${at + 1}`}>
            <div className="mb-2 flex items-center justify-between gap-3">
              <h4 className="text-meta font-semibold text-ink-2">Field {at + 1}</h4>
              <MoveButtons
                about={`field ${at + 1} of section ${section + 1}`}
                at={at}
                count={fields.length}
                onSwap={swap}
                onRemove={remove}
              />
            </div>
            <EditField form={form} section={section} at={at} />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button onClick={addField}>
          <Plus />
          Add field
        </Button>
        <Button onClick={addSignature}>
          <PenLine />
          Add signature and date
        </Button>
      </div>
    </>
  )
}

function EditField({ form, section, at }: FieldsFieldProps & { at: number }) {
  const { control, register, errorOf, formState } = form
  const path = `sections.${section}.fields.${at}` as const
  const kind = useWatch({ control, name: `${path}.kind` })
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <TextField
        label="Label"
        className="sm:col-span-2"
        error={errorOf(`${path}.label`) ?? errorOf(`${path}.name`)}
        {...register(`${path}.label`)}
      />
      <SelectField
        label="Type"
        choices={choicesOf(fieldKinds, kindLabels)}
        {...(kind === 'signature' ? { help: texts.signature } : {})}
        error={errorOf(`${path}.kind`)}
        {...register(`${path}.kind`)}
      />
      <SelectField
        label="Width"
        choices={choicesOf(fieldWidths, widthLabels)}
        error={errorOf(`${path}.width`)}
        {...register(`${path}.width`)}
      />
      {kind === 'choice' && (
        <TextArea
          label="Choices"
          className="sm:col-span-2"
          help={texts.choices}
          error={messageIn(formState.errors.sections?.[section]?.fields?.[at]?.choices)}
          {...register(`${path}.choices`)}
        />
      )}
      <TextField
        label="Help text"
        optional
        className="sm:col-span-2"
        error={errorOf(`${path}.help`)}
        {...register(`${path}.help`)}
      />
      <ConditionFields form={form} section={section} at={at} />
      {kind !== 'check' && (
        <CheckboxField label="Required" className="sm:col-span-2" {...register(`${path}.isRequired`)} />
      )}
    </div>
  )
}
