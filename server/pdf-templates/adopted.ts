// A document that an employer adopts: one policy, or a handbook of several with contents and one acknowledgment.
import type { PrintablePolicy } from '../../domain/model-policy.ts'
import type { AdoptedDocument, Printed } from '../pdf/job.ts'
import { brief } from './format.ts'
import { type PdfPrinter, printPdf } from './print.ts'

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
