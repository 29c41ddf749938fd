// The forms that come with the portal (`content/forms/`), read once and checked.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { HrForm } from '../../domain/hr-form.ts'
import { parseYaml } from '../kit/yaml.ts'

const folder = join(import.meta.dirname, '../../content/forms')

/** Beside the bundle: the build reads the forms once for all starts (docs/decisions/0002). */
const built = import.meta.filename.endsWith('.ts') ? null : join(import.meta.dirname, 'content/forms.json')

/** In the order of the catalogue. */
const ids = [
  'employment-application',
  'employee-handbook-ack',
  'i9-form',
  'w4-form',
  'performance-review',
  'disciplinary-action',
  'vacation-request',
  'job-description',
  'exit-interview',
  'policy-acknowledgment',
  'training-record',
  'incident-report',
]

let forms: HrForm[] | null = null

/** @throws naming the file that is no form */
export function bundledForms(): HrForm[] {
  forms ??=
    built === null
      ? ids.map((id) => readForm(readFileSync(join(folder, `${id}.yaml`), 'utf8'), id))
      : (JSON.parse(readFileSync(built, 'utf8')) as HrForm[])
  return forms
}

export function readForm(file: string, id: string): HrForm {
  const form = HrForm.safeParse(parseYaml(file, { schema: 'core' }))
  if (!form.success) throw new Error(`${id}.yaml: ${z.prettifyError(form.error)}`)
  if (form.data.id !== id) throw new Error(`${id}.yaml is about "${form.data.id}".`)
  return form.data
}
