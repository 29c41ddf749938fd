// The PDF of a statement. The data is read first and rendered afterward, outside any transaction.
import type { Actor } from '../../domain/actor.ts'
import { folderFor } from '../client-folders/queries.ts'
import { type NamedPdf, pdfClient } from '../invoices/pdf.ts'
import type { Database } from '../kit/db.ts'
import type { PdfPrinter } from '../pdf-templates/print.ts'
import { printStatement } from '../pdf-templates/statement.ts'
import { assertNotErased } from '../retention/queries.ts'
import { statementOf } from './queries.ts'

export async function statementPdf(
  pdfPrinter: PdfPrinter,
  db: Database,
  actor: Actor,
  clientFolderId: string,
): Promise<NamedPdf> {
  const { statement, folder } = await db.snapshot(async (reader) => {
    const found = await folderFor(reader, actor, clientFolderId, { part: 'money' })
    await assertNotErased(reader, found.id)
    return { statement: await statementOf(reader, actor, clientFolderId), folder: found }
  })
  return {
    name: `Statement ${statement.date}.pdf`,
    printed: await printStatement(pdfPrinter, statement, pdfClient(folder)),
  }
}
