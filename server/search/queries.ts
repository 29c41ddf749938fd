import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import {
  excerptOf,
  resultsPerKind,
  isShort,
  type Recent,
  SearchItem,
  SearchKind,
  type SearchResult,
  wordsOf,
} from '../../domain/search.ts'
import { Id } from '../../domain/text.ts'
import { officeDate } from '../../domain/time.ts'
import type { LibraryForm } from '../hr-forms/bundled.ts'
import { allForms } from '../hr-forms/queries.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Database } from '../kit/db.ts'
import { prefixPattern, containing } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { findInDocuments } from './document-texts.ts'
import { type Source, sourcesFor } from './sources.ts'

const SearchRow = SearchItem.extend({ kind: SearchKind, assignmentId: Id.nullable() })
type FoundForm = SearchItem & { kind: SearchKind }

/** Sorts only the newest hits of large tables, and searches words too short for an index only in the newest rows. */
const newestHits = raw('40')
const newestRows = raw('2000')
const ofEach = raw(String(resultsPerKind))

/**
 * One statement for all kinds but the encrypted texts of documents, because the browser searches at every pause in
 * typing.
 */
export async function findAnything(
  db: Database,
  keys: DataKeys,
  actor: Actor,
  { q = '', recent = [] }: { q?: string | undefined; recent?: Recent | undefined },
): Promise<SearchResult> {
  const words = wordsOf(q)
  const sources = sourcesFor(actor, officeDate(db.now))
  const parts =
    words.length > 0 ? searchable(sources, words).map((source) => found(source, words)) : known(sources, recent)
  const [library, rows, inDocuments] = await Promise.all([
    allForms(db, actor),
    parts.length > 0 ? db.found(typed(SearchRow)`${join(parts, ' union all ')}`) : [],
    words.length > 0 ? findInDocuments(db, keys, actor, words) : [],
  ])
  const forms = words.length > 0 ? formsCalled(library, words) : formsKnown(library, recent)
  const texts = new Set(sources.filter(({ textIn }) => textIn !== undefined).map(({ kind }) => kind))
  const excerpted = rows.map(({ assignmentId, ...row }) => ({
    ...row,
    ...(assignmentId === null ? {} : { assignmentId }),
    ...(texts.has(row.kind) ? { detail: excerptOf(row.detail ?? '', words) } : {}),
  }))
  const all = [...excerpted, ...forms, ...inDocuments.map((item) => ({ kind: 'document-texts', ...item }))]
  const groups = SearchKind.options.map((kind) => ({
    kind,
    // The reply's schema drops the kind.
    items: all.filter((row) => row.kind === kind),
  }))
  return { groups: groups.filter(({ items }) => items.length > 0) }
}

/** Short words alone match most texts. */
const searchable = (sources: readonly Source[], words: readonly string[]) =>
  words.every(isShort) ? sources.filter(({ textIn }) => textIn === undefined) : sources

function found(source: Source, words: readonly string[]): Sql {
  const { from, visible, newest, isMany, textIn } = source
  if (textIn !== undefined) return foundInTexts(source, textIn, words)
  const looksAtNewest = isMany && words.every(isShort)
  const place = looksAtNewest
    ? sql`(select ${newest} as newest from ${from} where ${visible} order by ${newest} desc limit ${newestRows}) latest
        join ${from} on ${newest} = latest.newest where ${fits(source, words)}`
    : sql`${from} where ${visible} and ${fits(source, words)}`
  return sql`
    (select kind, id, title, detail, status, "clientFolderId", "assignmentId" from (
      select ${shown(source)}, ${newest} as newest
      from ${place} order by ${newest} desc ${isMany ? sql`limit ${newestHits}` : sql``}
    ) hit
    order by title ilike ${prefixPattern(words[0] ?? '')} desc, newest desc limit ${ofEach})`
}

/**
 * Words that are in many texts are found in the newest rows, others by the index. Left to choose, PostgreSQL would read
 * every text from the newest on for two common words that are never in the same one.
 */
const foundInTexts = (
  source: Source,
  { table, alias }: NonNullable<Source['textIn']>,
  words: readonly string[],
): Sql => sql`
  (with latest as materialized (
    select ${source.newest} as id from (select * from ${table} order by id desc limit ${newestRows}) ${alias}
    where ${source.visible} and ${fits(source, words)} order by id desc limit ${ofEach}
  ), indexed as materialized (
    select ${source.newest} as id from ${table} ${alias}
    where (select count(*) from latest) < ${ofEach} and ${source.visible} and ${fits(source, words)}
  )
  select ${shown(source)} from ${source.from}
  where ${source.newest} in (select id from latest union all (select id from indexed order by id desc limit ${ofEach}))
  order by ${source.newest} desc limit ${ofEach})`

const fits = ({ searched }: Source, words: readonly string[]): Sql =>
  join(
    words.map((word) => holds(searched, word)),
    ' and ',
  )

const shown = ({ kind, id, title, detail, status, clientFolderId, assignmentId = sql`null::uuid` }: Source): Sql =>
  sql`${kind} as kind, ${id} as id, ${title} as title, ${detail} as detail, ${status} as status,
    ${clientFolderId} as "clientFolderId", ${assignmentId} as "assignmentId"`

/** By type and id, limited to what may still be seen. */
const known = (sources: readonly Source[], recent: Recent): Sql[] =>
  sources.flatMap((source) => {
    const { kind, from, visible, newest, slug } = source
    const ids = recent.filter((each) => each.kind === kind).map(({ id }) => id)
    const uuids = ids.filter((id) => Id.safeParse(id).success)
    if ((slug === undefined ? uuids : ids).length === 0) return []
    const its = slug === undefined ? sql`${newest} = any(${uuids}::uuid[])` : sql`${slug} = any(${ids}::text[])`
    return [sql`(select ${shown(source)} from ${from} where ${its} and ${visible})`]
  })

/** A short word matches at the start of words, also of those that begin a line. */
const holds = (searched: Sql, word: string): Sql =>
  isShort(word)
    ? sql`(${searched} ilike ${prefixPattern(word)} or ${searched} ilike any (array[${prefixPattern(` ${word}`, '%')}, ${prefixPattern(`\n${word}`, '%')}]))`
    : sql`${searched} ilike ${containing(word)}`

const formsCalled = (forms: readonly LibraryForm[], words: readonly string[]): FoundForm[] =>
  forms
    .filter(({ title, keywords }) => {
      const text = ` ${title} ${keywords.join(' ')}`.toLowerCase()
      return words.every((word) => text.includes((isShort(word) ? ` ${word}` : word).toLowerCase()))
    })
    .slice(0, resultsPerKind)
    .map(asFound)

const formsKnown = (forms: readonly LibraryForm[], recent: Recent): FoundForm[] =>
  forms.filter((form) => recent.some(({ kind, id }) => kind === 'hr-forms' && id === form.id)).map(asFound)

const asFound = ({ id, title }: LibraryForm): FoundForm => ({
  kind: 'hr-forms',
  id,
  title,
  detail: null,
  status: null,
  clientFolderId: null,
})
