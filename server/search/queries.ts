import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { foundOfEach, type SearchItem, SearchKind, type SearchResult, wordsOf } from '../../domain/search.ts'
import { officeDate } from '../../domain/time.ts'
import { listHrForms } from '../hr-forms/queries.ts'
import type { Database } from '../kit/db.ts'
import { beginning, containing } from '../kit/page.ts'
import { type Source, sourcesFor } from './sources.ts'

type Found = SearchItem & { kind: SearchKind }

/** A trigram index knows three letters or more. */
const shortWord = 2

/** Of what there are many, the newest that fit are put in order, and words too short for an index look at the newest at all. */
const newestHits = raw('40')
const newestRows = raw('2000')

/** One statement for all kinds: the browser asks with every pause of the typing. */
export async function findAnything(db: Database, actor: Actor, q: string): Promise<SearchResult> {
  const words = wordsOf(q)
  if (words.length === 0) return { groups: [] }
  const parts = sourcesFor(actor, officeDate(db.now)).map((source) => sql`(${found(source, words)})`)
  const rows = [...(await db.found<Found>(join(parts, ' union all '))), ...formsFound(words)]
  const groups = SearchKind.options.map((kind) => ({
    kind,
    // The answer's schema leaves the kind of each out.
    items: rows.filter((row) => row.kind === kind),
  }))
  return { groups: groups.filter(({ items }) => items.length > 0) }
}

function found(source: Source, words: readonly string[]): Sql {
  const { kind, from, visible, searched, title, detail, status, id, clientFolderId, newest, isMany } = source
  const fits = join(
    words.map((word) => holds(searched, word)),
    ' and ',
  )
  const looksAtNewest = isMany && words.every((word) => word.length <= shortWord)
  const place = looksAtNewest
    ? sql`from (select ${newest} as newest from ${from} where ${visible} order by ${newest} desc limit ${newestRows}) latest
        join ${from} on ${newest} = latest.newest where ${fits}`
    : sql`from ${from} where ${visible} and ${fits}`
  return sql`
    select kind, id, title, detail, status, "clientFolderId" from (
      select ${kind} as kind, ${id} as id, ${title} as title, ${detail} as detail, ${status} as status,
        ${clientFolderId} as "clientFolderId", ${newest} as newest
      ${place} order by ${newest} desc ${isMany ? sql`limit ${newestHits}` : sql``}
    ) hit
    order by title ilike ${beginning(words[0] ?? '')} desc, newest desc limit ${raw(String(foundOfEach))}`
}

/** A word of one or two letters is looked for where words begin. */
const holds = (searched: Sql, word: string): Sql =>
  word.length > shortWord
    ? sql`${searched} ilike ${containing(word)}`
    : sql`(${searched} ilike ${beginning(word)} or ${searched} ilike ${beginning(` ${word}`, '%')})`

function formsFound(words: readonly string[]): Found[] {
  const all = listHrForms({ limit: 200 }).items
  return all
    .filter(({ title, keywords }) => {
      const text = ` ${title} ${keywords.join(' ')}`.toLowerCase()
      return words.every((word) => text.includes((word.length > shortWord ? word : ` ${word}`).toLowerCase()))
    })
    .slice(0, foundOfEach)
    .map(({ id, title }) => ({
      kind: 'hr-forms',
      id,
      title,
      detail: null,
      status: null,
      clientFolderId: null,
    }))
}
