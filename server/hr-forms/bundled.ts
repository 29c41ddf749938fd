// The built-in forms (`content/forms/`), read and validated once.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { HrForm } from '../../domain/hr-form.ts'
import { parseYaml } from '../kit/yaml.ts'

const folder = join(import.meta.dirname, '../../content/forms')

/** In the bundle: the build reads the forms once (docs/decisions/0002). */
const built = import.meta.filename.endsWith('.ts') ? null : join(import.meta.dirname, 'content/forms.json')

const builtEarlier = built === null ? null : join(import.meta.dirname, 'content/forms-earlier.json')

/** In catalog order. */
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

/** A form to fill in: of the library, or the current version of a form of the firm. */
export type LibraryForm = HrForm & {
  own: { versionId: string; clientFolderId: string | null; clientFolderName: string | null } | null
}

let forms: HrForm[] | null = null
let earlier: HrForm[] | null = null

/** Earlier versions, so that submissions on them print unchanged. One file each, never edited. */
export function earlierForms(): HrForm[] {
  earlier ??=
    builtEarlier === null
      ? readdirSync(join(folder, 'earlier')).map((name) =>
          readForm(readFileSync(join(folder, 'earlier', name), 'utf8'), name.replace(/-\d+\.yaml$/, '')),
        )
      : (JSON.parse(readFileSync(builtEarlier, 'utf8')) as HrForm[])
  return earlier
}

/** @throws an error that names the invalid file */
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
