// The certificate of completion. The data is read first and rendered afterward, outside any transaction.
import type { Actor } from '../../domain/actor.ts'
import { officeDate } from '../../domain/time.ts'
import { assertIsNotVoid } from '../../domain/training-record.ts'
import type { NamedPdf } from '../invoices/pdf.ts'
import type { Database } from '../kit/db.ts'
import type { PdfPrinter } from '../pdf-templates/print.ts'
import { printTrainingCertificate } from '../pdf-templates/training-certificate.ts'
import { trainingRecordFor } from './queries.ts'

export async function trainingCertificatePdf(
  pdfPrinter: PdfPrinter,
  db: Database,
  actor: Actor,
  id: string,
): Promise<NamedPdf> {
  const { record, folder } = await db.snapshot((reader) => trainingRecordFor(reader, actor, id))
  assertIsNotVoid(record)
  const { employeeName, training, provider, completedOn, hours, validUntil } = record
  const certificate = {
    employer: folder.name,
    employee: employeeName,
    training,
    provider,
    completedOn,
    hours,
    validUntil,
  }
  return {
    name: `Certificate ${employeeName} ${completedOn}.pdf`,
    printed: await printTrainingCertificate(pdfPrinter, { ...certificate, createdOn: officeDate(db.now) }),
  }
}
