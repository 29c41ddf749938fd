import type { Printed } from '../pdf/printer.ts'
import { brief, counted, day, within } from './format.ts'
import { type PdfPrinter, printPdf } from './print.ts'

/** Dates YYYY-MM-DD. */
export interface TrainingCertificateDocument {
  employer: string
  employee: string
  training: string
  provider: string
  completedOn: string
  hours: number | null
  validUntil: string | null
  createdOn: string
}

export const printTrainingCertificate = (
  pdfPrinter: PdfPrinter,
  { employer, employee, training, provider, completedOn, hours, validUntil, createdOn }: TrainingCertificateDocument,
): Promise<Printed> =>
  printPdf(pdfPrinter, 'training-certificate', {
    footer: `Certificate of completion for ${brief(employee)}`,
    employee,
    training,
    facts: [
      { label: 'Completed on', value: day(completedOn) },
      ...(hours === null ? [] : [{ label: 'Duration', value: counted(hours, 'hour') }]),
      ...(validUntil === null ? [] : [{ label: 'Valid until', value: day(validUntil) }]),
      { label: 'Provider or trainer', value: provider },
      { label: 'Employer', value: employer },
    ],
    closing: `Created on ${day(createdOn)} from the training record of the employer, ${within(employer)}.`,
  })
