// Turns an email into a message of its sender. Its attachments become documents of the folder, as if uploaded.
import { Readable } from 'node:stream'
import type { Actor } from '../../domain/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import { withNames } from '../../domain/message.ts'
import type { AppContext } from '../app-context.ts'
import { folderFor } from '../client-folders/queries.ts'
import { addDocument, examineUpload, type ExaminedUpload } from '../documents/actions.ts'
import type { Tx } from '../kit/db.ts'
import type { Origin } from '../kit/record.ts'
import { sendMessage } from '../messages/actions.ts'
import { startUpload, storeUpload } from '../uploads/actions.ts'
import type { ParsedEmail } from './parse.ts'

export type ReplyContext = Pick<AppContext, 'db' | 'files' | 'scanner' | 'seal' | 'log'>

interface Attached {
  name: string
  size: number
  upload: ExaminedUpload
}

/**
 * Throws a `DomainError` if this person may not write in this folder; then nothing was added.
 * @param also what the same transaction writes
 */
export async function addAsMessage(
  context: ReplyContext,
  origin: Origin,
  sender: Actor,
  clientFolderId: string,
  { text, attachments }: Pick<ParsedEmail, 'text' | 'attachments'>,
  also: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { db } = context
  await folderFor(db, sender, clientFolderId, { part: 'messages' })
  if (attachments.length > 0) await folderFor(db, sender, clientFolderId, { part: 'documents' })
  const attached: Attached[] = []
  const refused: string[] = []
  for (const { name, bytes } of attachments) {
    try {
      attached.push({
        name,
        size: bytes.length,
        upload: await store(context, origin, sender, clientFolderId, name, bytes),
      })
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'too-many' || error.code === 'unavailable') throw error
      refused.push(`${name} (${error.message})`)
    }
  }
  const content = [
    withNames(
      text,
      attached.map(({ name }) => name),
    ),
    ...(refused.length === 0 ? [] : [`Not added: ${refused.join(' ')}`]),
  ].filter((part) => part !== '')
  await db.transaction(origin, async (tx) => {
    for (const { name, size, upload } of attached)
      await addDocument(tx, sender, documentInput(clientFolderId, name, size), upload)
    await sendMessage(tx, sender, clientFolderId, { content: content.join('\n\n') })
    await also(tx)
  })
}

async function store(
  context: ReplyContext,
  origin: Origin,
  sender: Actor,
  clientFolderId: string,
  name: string,
  bytes: Uint8Array,
): Promise<ExaminedUpload> {
  const { db, files } = context
  const { id, token } = await db.transaction(origin, (tx) => startUpload(tx, sender, files))
  const outcome = await storeUpload(db, files, origin, { id, token, bytes: Readable.from([bytes]), size: bytes.length })
  if (outcome === 'expired') throw new DomainError('unavailable', 'The attachment couldn’t be stored. Try again.')
  return examineUpload(context, origin, sender, documentInput(clientFolderId, name, bytes.length), id)
}

const documentInput = (clientFolderId: string, name: string, fileSize: number) => ({
  documentURL: '-',
  fileName: name,
  originalName: name,
  fileSize,
  mimeType: '',
  clientFolderId,
})
