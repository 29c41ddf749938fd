import type { FieldValues } from 'react-hook-form'
import { type HrFormView, shownFields } from '../../domain/hr-form.ts'
import { CheckboxField, ChoiceGroup } from '../kit/CheckboxField.tsx'
import type { PortalForm } from '../kit/form-with.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { DateField, TextArea, TextField } from '../kit/TextField.tsx'
import { texts } from './words.ts'

type Field = HrFormView['sections'][number]['fields'][number]
type Form = Pick<PortalForm<FieldValues, FieldValues>, 'register' | 'errorOf'>

type FormSectionsProps = {
  view: Pick<HrFormView, 'sections'>
  form: Form
  /** What is typed, by field: other fields depend on it. */
  typed: FieldValues
}

/** What a form says and asks, section by section, as on its PDF. */
export function FormSections({ view, form, typed }: FormSectionsProps) {
  const asked = view.sections.flatMap(({ fields }) => fields)
  const shown = new Set(shownFields(asked, typed).map(({ name }) => name))
  return (
    <div className="space-y-7">
      {view.sections.map(({ heading, paragraphs, points, fields }) => (
        <section key={[heading, ...fields.map(({ name }) => name)].join(' ')}>
          <h3 className="text-panel text-ink">{heading}</h3>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-1.5 max-w-[68ch] text-body text-ink-2">
              {paragraph}
            </p>
          ))}
          {points.length > 0 && (
            <ul className="mt-1.5 max-w-[68ch] list-disc space-y-1 pl-5 text-body text-ink-2 marker:text-ink-3">
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
          {fields.length > 0 && (
            <div className="mt-3 grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-6">
              {fields
                .filter(({ name }) => shown.has(name))
                .map((field) => (
                  <FormField key={field.name} field={field} form={form} />
                ))}
            </div>
          )}
        </section>
      ))}
    </div>
  )
}

const spans = { full: 'sm:col-span-6', half: 'sm:col-span-3', third: 'sm:col-span-2' }

/** What a browser knows of its user and may offer. */
const autoComplete: Record<string, string> = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  phone: 'tel',
  address: 'street-address',
  city: 'address-level2',
  zipCode: 'postal-code',
}

const types: Record<string, string> = { email: 'email', phone: 'tel' }

function FormField({ field, form: { register, errorOf } }: { field: Field; form: Form }) {
  const { name, label, kind, optional, width, help, choices = [], fixed, value, rows } = field
  const path = `formData.${name}`
  const common = {
    label,
    optional,
    className: spans[width],
    error: errorOf(path),
    ...(help === undefined && kind !== 'signature' ? {} : { help: help ?? texts.signature }),
  }
  if (fixed) return <TextField {...common} value={value ?? ''} disabled readOnly />
  if (kind === 'text') return <TextArea {...common} rows={rows} {...register(path)} />
  if (kind === 'check') return <CheckboxField {...{ ...common, optional: undefined }} value="yes" {...register(path)} />
  if (kind === 'date') return <DateField {...common} {...register(path)} />
  if (kind === 'choice')
    return choices.length > 2 ? (
      <SelectField
        {...common}
        className={spans.half}
        choices={choices}
        {...(value === undefined ? { empty: 'Choose one' } : {})}
        {...register(path)}
      />
    ) : (
      <ChoiceGroup {...common} kind="radio" choices={choices} {...register(path)} />
    )
  return (
    <TextField
      {...common}
      type={types[name] ?? 'text'}
      autoComplete={autoComplete[name] ?? 'off'}
      {...register(path)}
    />
  )
}
