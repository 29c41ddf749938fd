// The PDF of a credit note in its current state. The data is read first and rendered afterward, outside any
// transaction.
import type { Actor } from '../../domain/actor.ts'
import { taxTermsOf } from '../../domain/invoice.ts'
import { officeDate } from '../../domain/time.ts'
import type { Provider } from '../config.ts'
import { currentFirmSettings } from '../firm-settings/queries.ts'
import { issuerOf } from '../invoices/issuer.ts'
import { type NamedPdf, pdfClient } from '../invoices/pdf.ts'
import { invoiceFor } from '../invoices/queries.ts'
import type { Database } from '../kit/db.ts'
import { printCreditNote } from '../pdf-templates/credit-note.ts'
import type { PdfPrinter } from '../pdf-templates/print.ts'
import { assertNotErased } from '../retention/queries.ts'
import { creditNoteFor, unsafeApplicationsOf } from './queries.ts'

/** The data of a credit note's PDF at one moment, with the firm as on the invoice that it corrects. */
export const creditNoteToPrint = (db: Database, actor: Actor, id: string, provider: Provider) =>
  db.snapshot(async (reader) => {
    const { note, folder } = await creditNoteFor(reader, actor, id)
    await assertNotErased(reader, folder.id)
    const invoice = note.invoiceId === null ? null : (await invoiceFor(reader, actor, note.invoiceId)).invoice
    const issuer = invoice?.issuer ?? issuerOf(await currentFirmSettings(reader, provider), folder)
    return { note, folder, invoice, issuer, applications: await unsafeApplicationsOf(reader, id) }
  })

type CreditNoteToPrint = Awaited<ReturnType<typeof creditNoteToPrint>>

export async function creditNotePdf(
  pdfPrinter: PdfPrinter,
  { note, folder, invoice, issuer, applications }: CreditNoteToPrint,
): Promise<NamedPdf> {
  const { creditNoteNumber, date, reason, lineItems, subtotal, tax, taxRate, amount, applied, available } = note
  const { voidedAt, voidReason } = note
  const printed = await printCreditNote(pdfPrinter, {
    number: creditNoteNumber,
    date,
    client: pdfClient(folder),
    issuer,
    invoice:
      invoice === null
        ? null
        : {
            number: invoice.invoiceNumber,
            issuedOn: invoice.sentAt === null ? null : officeDate(new Date(invoice.sentAt)),
            total: invoice.total,
            tax: invoice.tax,
            taxTerms: taxTermsOf(invoice),
          },
    reason,
    lines: lineItems,
    subtotal,
    tax,
    taxRate,
    amount,
    applied,
    available,
    applications,
    voided: voidedAt === null ? null : { on: officeDate(new Date(voidedAt)), reason: voidReason },
  })
  return { name: `${creditNoteNumber}.pdf`, printed }
}
