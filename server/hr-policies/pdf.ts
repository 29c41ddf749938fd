import type { HrPolicyVersionView } from '../../domain/hr-policy-version.ts'
import { printPolicy } from '../pdf-templates/policy.ts'
import type { PdfPrinter } from '../pdf-templates/print.ts'
import type { Printer } from '../pdf/printer.ts'

const maxStored = 40
const printed = new WeakMap<Printer, Map<string, Promise<Uint8Array>>>()

/**
 * A version as a PDF. Versions never change, so recently requested PDFs are cached; concurrent requests share one
 * rendering.
 */
export function policyPdf(pdfPrinter: PdfPrinter, version: HrPolicyVersionView): Promise<Uint8Array> {
  const pdfs = printed.get(pdfPrinter.printer) ?? new Map<string, Promise<Uint8Array>>()
  printed.set(pdfPrinter.printer, pdfs)
  const known = pdfs.get(version.id)
  if (known !== undefined) return known
  const pdf = printPolicy(pdfPrinter, version).then(({ bytes }) => bytes)
  if (pdfs.size >= maxStored) pdfs.delete(pdfs.keys().next().value ?? '')
  pdfs.set(version.id, pdf)
  pdf.catch(() => pdfs.delete(version.id))
  return pdf
}
