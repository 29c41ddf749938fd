// The paper that is kept of an erased client's contract or invoice: for administrators, and each time it leaves stands in the trail.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, isAdministrator } from '../../domain/actor.ts'
import { erased } from '../../domain/retention.ts'
import type { Database } from '../kit/db.ts'
import type { Parts } from '../app-context.ts'
import type { Origin } from '../kit/record.ts'
import { sendFile } from '../file-storage/send-file.ts'
import { noteKeptPaperRead } from './actions.ts'
import type { StoredKeptPaper } from './queries.ts'

interface Asking {
  db: Database
  origin: Origin
  actor: Actor
  request: FastifyRequest
  reply: FastifyReply
}

export async function sendKeptPaper(
  { files }: Pick<Parts, 'files'>,
  { db, origin, actor, request, reply }: Asking,
  paper: StoredKeptPaper,
): Promise<void> {
  if (!isAdministrator(actor)) throw erased()
  const { storageKey: key, size, sha256, number } = paper
  const file = { key, size, sha256, name: `${number}.pdf`, mimeType: 'application/pdf', inline: false }
  await sendFile(files, request, reply, file, () => noteKeptPaperRead(db, origin, paper))
}
