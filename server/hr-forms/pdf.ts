import { printForm, printSubmission } from '../pdf-templates/form.ts'
import type { PdfPrinter } from '../pdf-templates/print.ts'
import type { Printer } from '../pdf/printer.ts'
import type { Reader } from '../kit/db.ts'
import type { LibraryForm } from './bundled.ts'
import { formInVersion, type submissionFor } from './queries.ts'

const printed = new WeakMap<Printer, Map<string, Promise<Uint8Array>>>()

/**
 * A form to fill in. The twelve forms never change while the portal runs, so each is rendered once; those of the firm
 * are rendered each time.
 */
export function formPdf(pdfPrinter: PdfPrinter, form: LibraryForm): Promise<Uint8Array> {
  if (form.own !== null) return printForm(pdfPrinter, form, form.own.versionId).then(({ bytes }) => bytes)
  const pdfs = printed.get(pdfPrinter.printer) ?? new Map<string, Promise<Uint8Array>>()
  printed.set(pdfPrinter.printer, pdfs)
  const known = pdfs.get(form.id)
  if (known !== undefined) return known
  const pdf = printForm(pdfPrinter, form, null).then(({ bytes }) => bytes)
  pdfs.set(form.id, pdf)
  pdf.catch(() => pdfs.delete(form.id))
  return pdf
}

export const submissionPdf = async (
  pdfPrinter: PdfPrinter,
  reader: Reader,
  submission: Awaited<ReturnType<typeof submissionFor>>,
): Promise<Uint8Array> => (await printSubmission(pdfPrinter, await formInVersion(reader, submission), submission)).bytes
