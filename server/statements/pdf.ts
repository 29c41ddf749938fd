// A statement on paper. Read first, printed afterwards, outside any transaction.
import type { Actor } from '../../domain/actor.ts'
import { folderFor } from '../client-folders/queries.ts'
import { type NamedPdf, paperClient } from '../invoices/pdf.ts'
import type { Database } from '../kit/db.ts'
import type { Press } from '../papers/print.ts'
import { printStatement } from '../papers/statement.ts'
import { assertNotErased } from '../retention/queries.ts'
import { statementOf } from './queries.ts'

export async function statementPdf(
  press: Press,
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
    printed: await printStatement(press, statement, paperClient(folder)),
  }
}
