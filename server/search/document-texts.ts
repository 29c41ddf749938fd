// Documents found by their text. It is encrypted, so the index of its words names candidates, and the newest of them
// are decrypted until enough match.
import sql, { raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { type Actor, isClient } from '../../domain/actor.ts'
import { excerptOfDocument, resultsPerKind, type SearchItem } from '../../domain/search.ts'
import { isInVisibleFolder } from '../client-folders/queries.ts'
import { decryptDocumentText, isScanned } from '../documents/document-texts.ts'
import { isListedFor, isSharedWith } from '../documents/queries.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Database, Reader } from '../kit/db.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { queryNumbers } from '../kit/word-index.ts'

/** Words that are in most documents are found among these. */
const newestTexts = raw('500')
/** A longer name of a folder would leave the excerpt no room on a phone. */
const maxFolderName = 40
/** Few candidates don't match: those with a longer word that begins with the same letters. */
const maxCandidates = raw('60')

/** Up to five, the newest first. Each word must begin a word of the text, and one must be long enough for the index. */
export async function findInDocuments(
  db: Database,
  keys: DataKeys,
  actor: Actor,
  words: readonly string[],
): Promise<SearchItem[]> {
  const numbers = await queryNumbers(keys, words)
  if (numbers.length === 0) return []
  const ids = await candidatesFor(db, actor, numbers)
  const found: SearchItem[] = []
  for (let start = 0; start < ids.length && found.length < resultsPerKind; start += resultsPerKind)
    for (const row of await textsOf(db, actor, ids.slice(start, start + resultsPerKind))) {
      const excerpt = excerptOfDocument(await decryptDocumentText(keys, row.id, row.encrypted), words)
      if (excerpt === null) continue
      const { id, title, folder, clientFolderId } = row
      found.push({ id, title, detail: `${shortened(folder)} · ${excerpt}`, status: null, clientFolderId })
    }
  return found.slice(0, resultsPerKind)
}

const shortened = (name: string): string =>
  name.length <= maxFolderName ? name : `${whole(name.slice(0, maxFolderName - 1)).trimEnd()}…`

/** Without half of a character at its end. */
const whole = (text: string): string => text.replace(/\p{Cs}$/u, '')

/**
 * Reads the index only if the newest texts have too few. Sequential scans are off: PostgreSQL would choose them for
 * common words, because it doesn't count that the words are stored outside the row.
 */
const candidatesFor = (db: Database, actor: Actor, numbers: readonly number[]): Promise<string[]> =>
  db.snapshot(async (reader) => {
    await reader.rows(sql`select set_config('enable_seqscan', 'off', true)`)
    const visible = sql`${isInVisibleFolder(actor, sql`t.client_folder_id`, 'documents')} and ${isTextOfShared(actor)}`
    const rows = await reader.rows(typed(IdRow)`
      with latest as materialized (
        select t.document_id as id
        from (select * from document_texts t where ${visible} order by t.document_id desc limit ${newestTexts}) t
        where t.words @> ${numbers}::integer[] order by t.document_id desc limit ${maxCandidates}
      ), indexed as materialized (
        select t.document_id as id from document_texts t
        where (select count(*) from latest) < ${maxCandidates} and ${visible} and t.words @> ${numbers}::integer[]
      )
      select d.id from documents d
      where d.id in (
          select id from latest union all (select id from indexed order by id desc limit ${maxCandidates}))
        and ${isListedFor(actor, sql`d`)} and ${isScanned(sql`d`)}
      order by d.id desc limit ${maxCandidates}`)
    return rows.map(({ id }) => id)
  })

/** So that the texts that a client can't see don't count as candidates. */
const isTextOfShared = (actor: Actor): Sql =>
  isClient(actor)
    ? sql`exists (select from documents d where d.id = t.document_id and ${isSharedWith(actor, sql`d`)})`
    : sql`true`

const TextRow = z.object({
  id: z.string(),
  title: z.string(),
  folder: z.string(),
  clientFolderId: z.string(),
  encrypted: z.instanceof(Buffer),
})

const textsOf = (reader: Reader, actor: Actor, ids: readonly string[]): Promise<z.infer<typeof TextRow>[]> =>
  reader.rows(typed(TextRow)`
    select d.id, d.original_name as title, f.name as folder, f.id as "clientFolderId", t.text_encrypted as encrypted
    from documents d join document_texts t on t.document_id = d.id join client_folders f on f.id = d.client_folder_id
    where d.id = any(${ids}::uuid[]) and t.text_encrypted is not null and ${isListedFor(actor, sql`d`)} and ${isScanned(sql`d`)}
      and ${isInVisibleFolder(actor, sql`d.client_folder_id`, 'documents')}
    order by d.id desc`)
