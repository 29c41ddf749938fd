// The stored PDF of a deleted client's contract or invoice: for administrators only, and each download is audited.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, isAdministrator } from '../../domain/actor.ts'
import { erased } from '../../domain/retention.ts'
import type { Database } from '../kit/db.ts'
import type { AppContext } from '../app-context.ts'
import type { Origin } from '../kit/record.ts'
import { sendFile } from '../file-storage/send-file.ts'
import { recordArchivedPdfRead } from './actions.ts'
import type { StoredArchivedPdf } from './queries.ts'

interface Asking {
  db: Database
  origin: Origin
  actor: Actor
  request: FastifyRequest
  reply: FastifyReply
}

export async function sendArchivedPdf(
  { files }: Pick<AppContext, 'files'>,
  { db, origin, actor, request, reply }: Asking,
  pdf: StoredArchivedPdf,
): Promise<void> {
  if (!isAdministrator(actor)) throw erased()
  const { storageKey: key, size, sha256, number } = pdf
  const file = { key, size, sha256, name: `${number}.pdf`, mimeType: 'application/pdf', inline: false }
  await sendFile(files, request, reply, file, () => recordArchivedPdfRead(db, origin, pdf))
}
