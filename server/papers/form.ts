import { fieldsOf, type HrForm, type HrFormField } from '../../domain/hr-form.ts'
import type { HrFormSubmission } from '../../domain/hr-form-submission.ts'
import type { Fillable } from '../pdf/job.ts'
import type { Printed } from '../pdf/printer.ts'
import { day, officeTime } from './format.ts'
import { type Press, printPaper } from './print.ts'

/** A form to be filled in: on the screen, in whatever shows PDFs, or by hand once it is printed. */
export function printForm(press: Press, form: HrForm): Promise<Printed> {
  const { title, description, category, required, sections, sources, keep, asOf, version } = form
  return printPaper(
    press,
    'form',
    {
      footer: `${title}, version ${version}, as of ${day(asOf)} · ${press.config.provider.name}`,
      title,
      description,
      category,
      required,
      sections,
      sources,
      keep,
      asOf: day(asOf),
      home: press.config.publicUrl,
    },
    {},
    fieldsOf(form).map(fillable),
  )
}

const dateHelp = 'MM/DD/YYYY'

function fillable(field: HrFormField): Fillable {
  const { name, label, kind, optional, choices = [], value } = field
  const label_ = kind === 'date' ? `${label}, ${dateHelp}` : label
  return {
    name,
    label: `${label_}${optional || kind === 'check' ? '' : ' (required)'}`,
    kind: kind === 'date' ? 'line' : kind,
    required: !optional && kind !== 'check',
    choices,
    ...(value === undefined ? {} : { value }),
    mostCharacters: kind === 'text' ? 10_000 : 200,
  }
}

/** What somebody answered, to be read and kept: an ordinary paper, since fields that were flattened would not be accessible. */
export function printSubmission(press: Press, form: HrForm, submission: HrFormSubmission): Promise<Printed> {
  const { formData, formTitle, formVersion, submittedByName, createdAt, source } = submission
  const fields = fieldsOf(form)
  const left = Object.keys(formData).filter((name) => !fields.some((field) => field.name === name))
  // What an earlier version said around its questions is not what this one says.
  const isSame = form.version === formVersion
  const sections = form.sections.map(({ heading, paragraphs, points, fields: asked }) => ({
    heading,
    paragraphs: isSame ? paragraphs : [],
    points: isSame ? points : [],
    answers: asked.map((field) => ({ ...answer(field, formData[field.name] ?? null), label: field.label })),
  }))
  return printPaper(press, 'form-record', {
    footer: `${formTitle}, version ${formVersion} · ${press.config.provider.name}`,
    title: formTitle,
    facts: [
      { label: 'Sent by', value: submittedByName ?? '' },
      { label: 'Sent on', value: officeTime(createdAt) },
      { label: 'Filled in', value: source === 'pdf' ? 'On a PDF' : 'In the portal' },
      { label: 'Version of the form', value: String(formVersion) },
    ],
    about: submission.subjectName,
    sections: [
      ...sections,
      // Asked by an earlier version of the form.
      ...(left.length === 0
        ? []
        : [
            {
              heading: 'Further answers',
              paragraphs: [],
              points: [],
              answers: left.map((name) => ({ label: name, value: String(formData[name] ?? ''), long: false })),
            },
          ]),
    ],
  })
}

function answer(field: HrFormField, given: string | boolean | null): { value: string; long: boolean } {
  if (field.kind === 'check') return { value: given === true ? 'Yes' : 'No', long: false }
  if (given === null || typeof given === 'boolean') return { value: '', long: false }
  if (field.kind === 'date') return { value: day(given), long: false }
  const chosen = field.choices?.find(({ value }) => value === given)
  return { value: chosen?.label ?? given, long: field.kind === 'text' }
}
