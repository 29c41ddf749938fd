import type { HrForm } from '../../domain/hr-form.ts'
import type { HrFormSubmission } from '../../domain/hr-form-submission.ts'
import { printForm, printSubmission } from '../pdf-templates/form.ts'
import type { PdfPrinter } from '../pdf-templates/print.ts'
import type { Printer } from '../pdf/printer.ts'
import { formInVersion } from './queries.ts'

const printed = new WeakMap<Printer, Map<string, Promise<Uint8Array>>>()

/** A form to fill in. The twelve forms never change while the portal runs, so each is rendered once. */
export function formPdf(pdfPrinter: PdfPrinter, form: HrForm): Promise<Uint8Array> {
  const pdfs = printed.get(pdfPrinter.printer) ?? new Map<string, Promise<Uint8Array>>()
  printed.set(pdfPrinter.printer, pdfs)
  const known = pdfs.get(form.id)
  if (known !== undefined) return known
  const pdf = printForm(pdfPrinter, form).then(({ bytes }) => bytes)
  pdfs.set(form.id, pdf)
  pdf.catch(() => pdfs.delete(form.id))
  return pdf
}

export const submissionPdf = async (pdfPrinter: PdfPrinter, submission: HrFormSubmission): Promise<Uint8Array> =>
  (await printSubmission(pdfPrinter, formInVersion(submission.formType, submission.formVersion), submission)).bytes
