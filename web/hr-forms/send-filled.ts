// A form that was filled in as a PDF, on its way. Not through `call`, which sends JSON.
import { submitFilledHrForm } from '../../api/hr-forms.ts'
import { filledLimitBytes } from '../../domain/hr-form-submission.ts'
import type { Issue } from '../../domain/errors.ts'
import { addressOf, CallError } from '../kit/call.ts'
import { texts } from './words.ts'

/** Throws CallError for anything but success; its issues name the fields that are not filled in as they should be. */
export async function sendFilled(form: string, file: File, clientFolderId: string): Promise<void> {
  if (file.size > filledLimitBytes) throw refusal(413, texts.tooLarge(filledLimitBytes / 1_048_576))
  const response = await fetch(addressOf(submitFilledHrForm, { params: { form }, query: { clientFolderId } }), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { accept: 'application/json', 'content-type': submitFilledHrForm.takes },
    body: file,
  }).catch(() => null)
  if (response === null) throw refusal(0, 'Connection lost. Check it and try again.')
  if (response.ok) return
  const problem = (await response.json().catch(() => ({}))) as { message?: string; issues?: Issue[] }
  throw refusal(response.status, problem.message ?? '', problem.issues)
}

const refusal = (status: number, sentence: string, issues: Issue[] = []) =>
  new CallError({ status, text: sentence, sentence, issues })
