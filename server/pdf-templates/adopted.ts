// A document that an employer adopts: one policy, or a handbook of several with contents and one acknowledgment.
import type { PolicyHeaderRow, PrintablePolicy } from '../../domain/model-policy.ts'
import type { Printed } from '../pdf/printer.ts'
import { brief } from './format.ts'
import { type PdfPrinter, printPdf } from './print.ts'

export interface AdoptedDocument {
  title: string
  /** The employer's name, or a bracket to fill in. */
  organization: string
  /** The cover of a handbook; null for a single policy. */
  cover: PolicyHeaderRow[] | null
  policies: PrintablePolicy[]
  /** For a handbook: what an employee confirms, one string per paragraph. */
  acknowledgment: string[]
  footer: string
}

/** A single policy with its own acknowledgment. */
export const policyDocument = (policy: PrintablePolicy, organization: string, version: number): AdoptedDocument => ({
  title: policy.title,
  organization,
  cover: null,
  policies: [policy],
  acknowledgment: [],
  footer: `${brief(organization)} · ${brief(policy.title)}, version ${version}`,
})

export const printAdopted = (pdfPrinter: PdfPrinter, document: AdoptedDocument): Promise<Printed> =>
  printPdf(pdfPrinter, 'adopted', { ...document })
