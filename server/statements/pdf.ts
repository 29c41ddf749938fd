// A statement on paper. Read first, printed afterwards, outside any transaction.
import type { Actor } from '../../domain/actor.ts'
import { folderFor } from '../client-folders/queries.ts'
import { type NamedPdf, paperClient } from '../invoices/pdf.ts'
import type { DatedReader } from '../invoices/queries.ts'
import type { Press } from '../papers/print.ts'
import { printStatement } from '../papers/statement.ts'
import { refuseErased } from '../retention/queries.ts'
import { statementOf } from './queries.ts'

export async function statementPdf(
  press: Press,
  db: DatedReader,
  actor: Actor,
  clientFolderId: string,
): Promise<NamedPdf> {
  const statement = await statementOf(db, actor, clientFolderId)
  const folder = await folderFor(db, actor, clientFolderId, { part: 'money' })
  await refuseErased(db, folder.id)
  return {
    name: `Statement ${statement.date}.pdf`,
    printed: await printStatement(press, statement, paperClient(folder)),
  }
}
