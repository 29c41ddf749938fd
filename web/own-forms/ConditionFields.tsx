import { useWatch } from 'react-hook-form'
import { type Choice, SelectField } from '../kit/SelectField.tsx'
import { choicesOfField, type EditedField, type EditedSection, type EditForm } from './values.ts'
import { texts } from './words.ts'

type ConditionFieldsProps = { form: EditForm; section: number; at: number }

/** "Show only if" an earlier choice or check box has a value. */
export function ConditionFields({ form, section, at }: ConditionFieldsProps) {
  const { control, register, errorOf, setValue } = form
  const path = `sections.${section}.fields.${at}.showWhen` as const
  const sections = useWatch({ control, name: 'sections' })
  const earlier = earlierFields(sections, section, at)
  const chosen = sections[section]?.fields[at]?.showWhen
  if (chosen === undefined || (earlier.length === 0 && chosen.field === '')) return null
  const asked = earlier.find(({ name }) => name === chosen.field)
  const isStale = chosen.field !== '' && asked === undefined
  return (
    <>
      <SelectField
        label="Show only if"
        optional
        empty="Always shown"
        help={texts.condition}
        choices={[
          // Selected, so that choosing "Always shown" is a change.
          ...(isStale ? [{ value: chosen.field, label: 'A field that’s no longer available' }] : []),
          ...earlier.map(({ name, label }) => ({ value: name, label: label === '' ? 'Field without a label' : label })),
        ]}
        error={errorOf(`${path}.field`)}
        {...register(`${path}.field`, { onChange: () => setValue(`${path}.is`, '') })}
        value={chosen.field}
      />
      {asked !== undefined && (
        <SelectField
          label="Is"
          empty="Choose a value"
          choices={valuesOf(asked)}
          error={errorOf(`${path}.is`)}
          {...register(`${path}.is`)}
          value={chosen.is}
        />
      )}
    </>
  )
}

const earlierFields = (sections: readonly EditedSection[], section: number, at: number): EditedField[] =>
  sections
    .slice(0, section + 1)
    .flatMap(({ fields }, index) => (index === section ? fields.slice(0, at) : fields))
    .filter(({ kind }) => kind === 'choice' || kind === 'check')

const valuesOf = (field: EditedField): Choice[] =>
  field.kind === 'check'
    ? [
        { value: 'yes', label: 'Checked' },
        { value: 'no', label: 'Not checked' },
      ]
    : choicesOfField(field)
