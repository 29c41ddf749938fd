import { conditionWords, fieldsOf, type HrForm, type HrFormField } from '../../domain/hr-form.ts'
import type { HrFormSubmission } from '../../domain/hr-form-submission.ts'
import type { Fillable } from '../pdf/job.ts'
import type { Printed } from '../pdf/printer.ts'
import { day, officeTime } from './format.ts'
import { type PdfPrinter, printPdf } from './print.ts'

/** Holds the id of the version. No field of a form can have this name. */
export const versionField = 'form-version'

/**
 * A blank form with fillable fields, to complete in a PDF reader or by hand.
 * @param versionId the version of a form of the firm; null for a draft, and for a form of the library
 */
export function printForm(pdfPrinter: PdfPrinter, form: HrForm, versionId: string | null): Promise<Printed> {
  const { title, description, category, sources, keep, asOf, version } = form
  const asked = fieldsOf(form)
  const sections = form.sections.map(({ fields, ...section }) => ({
    ...section,
    fields: fields.map((field) => ({ ...field, when: conditionWords(asked, field) })),
  }))
  return printPdf(
    pdfPrinter,
    'form',
    {
      footer: `${title}, version ${version}, as of ${day(asOf)} · ${pdfPrinter.config.provider.name}`,
      title,
      description,
      category,
      sections,
      hasVersion: versionId !== null,
      sources,
      keep,
      asOf: day(asOf),
      home: pdfPrinter.config.publicUrl,
    },
    {},
    [...asked.map(fillable), ...(versionId === null ? [] : [holding(versionId)])],
  )
}

const dateHelp = 'MM/DD/YYYY'

function fillable(field: HrFormField): Fillable {
  const { name, label, kind, optional, choices = [], value, showWhen } = field
  const label_ = kind === 'date' ? `${label}, ${dateHelp}` : label
  const required = !optional && kind !== 'check' && showWhen === undefined
  return {
    name,
    label: `${label_}${required ? ' (required)' : ''}`,
    kind: kind === 'date' || kind === 'signature' ? 'line' : kind,
    required,
    choices,
    ...(value === undefined ? {} : { value }),
    maxCharacters: kind === 'text' ? 10_000 : 200,
  }
}

const holding = (versionId: string): Fillable => ({
  name: versionField,
  label: 'Form version',
  kind: 'line',
  required: false,
  choices: [],
  value: versionId,
  isReadOnly: true,
  maxCharacters: versionId.length,
})

/** A submitted form as plain text, since flattened form fields would not be accessible. */
export function printSubmission(pdfPrinter: PdfPrinter, form: HrForm, submission: HrFormSubmission): Promise<Printed> {
  const { formData, formTitle, formVersion, submittedByName, createdAt, source } = submission
  const fields = fieldsOf(form)
  const isShown = ({ name, showWhen }: HrFormField) => showWhen === undefined || name in formData
  const left = Object.keys(formData).filter((name) => !fields.some((field) => field.name === name))
  // The text around the questions may differ from the submitted version.
  const isSame = form.version === formVersion
  const sections = form.sections.map(({ heading, paragraphs, points, fields: asked }) => ({
    heading,
    paragraphs: isSame ? paragraphs : [],
    points: isSame ? points : [],
    answers: asked
      .filter(isShown)
      .map((field) => ({ ...answer(field, formData[field.name] ?? null), label: field.label })),
  }))
  return printPdf(pdfPrinter, 'form-record', {
    footer: `${formTitle}, version ${formVersion} · ${pdfPrinter.config.provider.name}`,
    title: formTitle,
    facts: [
      { label: 'Submitted by', value: submittedByName ?? '' },
      { label: 'Submitted', value: officeTime(createdAt) },
      { label: 'Submitted via', value: source === 'pdf' ? 'PDF upload' : 'Portal' },
      { label: 'Form version', value: String(formVersion) },
    ],
    about: submission.subjectName,
    sections: [
      ...sections,
      // Questions of an earlier version of the form.
      ...(left.length === 0
        ? []
        : [
            {
              heading: 'Additional answers',
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
