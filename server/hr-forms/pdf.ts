import type { HrForm } from '../../domain/hr-form.ts'
import type { HrFormSubmission } from '../../domain/hr-form-submission.ts'
import { printForm, printSubmission } from '../papers/form.ts'
import type { Press } from '../papers/print.ts'
import type { Printer } from '../pdf/printer.ts'
import { formFor } from './queries.ts'

const printed = new WeakMap<Printer, Map<string, Promise<Uint8Array>>>()

/** A form to fill in. There are twelve, which never change while the portal runs: each is made once. */
export function formPdf(press: Press, form: HrForm): Promise<Uint8Array> {
  const papers = printed.get(press.printer) ?? new Map<string, Promise<Uint8Array>>()
  printed.set(press.printer, papers)
  const known = papers.get(form.id)
  if (known !== undefined) return known
  const paper = printForm(press, form).then(({ bytes }) => bytes)
  papers.set(form.id, paper)
  paper.catch(() => papers.delete(form.id))
  return paper
}

export const submissionPdf = async (press: Press, submission: HrFormSubmission): Promise<Uint8Array> =>
  (await printSubmission(press, formFor(submission.formType), submission)).bytes
