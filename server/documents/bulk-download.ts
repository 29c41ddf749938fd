// Several documents of a folder as one ZIP file, written while it is sent.
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../domain/actor.ts'
import { type Document, isFetchable, scanSentences } from '../../domain/document.ts'
import { conflict, notFound } from '../../domain/errors.ts'
import { uniquePaths, safeName } from '../../domain/file-names.ts'
import { officeDate } from '../../domain/time.ts'
import type { AppContext } from '../app-context.ts'
import { folderFor } from '../client-folders/queries.ts'
import { openZip, type Zip } from '../folder-exports/zip.ts'
import { disposition } from '../kit/disposition.ts'
import { withoutData } from '../kit/log.ts'
import type { Origin } from '../kit/record.ts'
import { filesOf } from './files-of.ts'
import { documentsIn } from './queries.ts'
import { openShared } from './visibility.ts'
import { withdrawnIn } from './withdrawal.ts'

interface Chosen {
  clientFolderId: string
  ids: readonly string[]
}

/** Records each document as opened before the first byte is sent. An interrupted download is not a valid archive. */
export async function sendDocuments(
  context: Pick<AppContext, 'db' | 'files' | 'log'>,
  origin: Origin,
  actor: Actor,
  { clientFolderId, ids: given }: Chosen,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { db } = context
  const ids = [...new Set(given)]
  const folder = await folderFor(db, actor, clientFolderId, { part: 'documents' })
  const found = await documentsIn(db, actor, folder.id, ids)
  const withdrawn = await withdrawnIn(db, actor, folder.id, ids)
  if (found.length + withdrawn.length < ids.length) throw notFound()
  const documents = found.filter((document) => isFetchable(document, actor))
  if (documents.length === 0) throw conflict('None of these documents can be opened.')
  const leftOut = [
    ...found.filter((document) => !isFetchable(document, actor)).map(describeSkipped),
    ...withdrawn.map(({ originalName }) => `${originalName ?? 'A document'}: it was withdrawn.`),
  ]
  const name = `${safeName(folder.name)} documents ${officeDate(db.now)}.zip`
  reply.type('application/zip').header('content-disposition', disposition('attachment', name))
  if (request.method === 'HEAD') {
    reply.send()
    return
  }
  await db.transaction(origin, async (tx) => {
    await openShared(
      tx,
      actor,
      documents.map(({ id }) => id),
    )
    for (const { id } of documents) tx.record({ action: 'document.opened', id, clientFolderId: folder.id })
  })
  const zip = openZip(db.now)
  const reading: { stream: Readable | null } = { stream: null }
  // A closed connection must not leave a stored file open.
  reply.raw.once('close', () => {
    if (reply.raw.writableFinished) return
    zip.abort(new Error('The connection was closed'))
    reading.stream?.destroy()
  })
  reply.send(zip.stream)
  try {
    await writeDocuments(context, zip, documents, reading)
    if (leftOut.length > 0) await zip.add('Not included.txt', [`${leftOut.join('\r\n')}\r\n`])
    await zip.finish()
  } catch (error) {
    zip.abort(error instanceof Error ? error : new Error('The archive was not written'))
    context.log.warn({ error: withoutData(error) }, 'an archive of documents was not sent completely')
  }
}

async function writeDocuments(
  { db, files }: Pick<AppContext, 'db' | 'files'>,
  zip: Zip,
  documents: readonly Document[],
  reading: { stream: Readable | null },
) {
  const pathOf = uniquePaths()
  for (const document of documents)
    // One after the other: an archive is written from its beginning to its end.
    for (const { within, name, storageKey } of await filesOf(db, document)) {
      const { stream } = await files.read(storageKey)
      reading.stream = stream
      await zip.add(pathOf(within, name), stream, { packed: true, at: new Date(document.createdAt) })
    }
}

const describeSkipped = ({ originalName, scan }: Document) =>
  `${originalName}: ${scanSentences[scan === 'infected' ? 'infected' : 'waiting']}`
