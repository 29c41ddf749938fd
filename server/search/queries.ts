import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import type { HrFormItem } from '../../domain/hr-form.ts'
import { foundOfEach, type Recent, SearchItem, SearchKind, type SearchResult, wordsOf } from '../../domain/search.ts'
import { Id } from '../../domain/text.ts'
import { officeDate } from '../../domain/time.ts'
import { listHrForms } from '../hr-forms/queries.ts'
import type { Database } from '../kit/db.ts'
import { beginning, containing } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { type Source, sourcesFor } from './sources.ts'

const Found = SearchItem.extend({ kind: SearchKind })
type Found = z.infer<typeof Found>

/** A trigram index knows three letters or more. */
const shortWord = 2

/** Of what there are many, the newest that fit are put in order, and words too short for an index look at the newest at all. */
const newestHits = raw('40')
const newestRows = raw('2000')

/** One statement for all kinds: the browser asks with every pause of the typing. */
export async function findAnything(
  db: Database,
  actor: Actor,
  { q = '', recent = [] }: { q?: string | undefined; recent?: Recent | undefined },
): Promise<SearchResult> {
  const words = wordsOf(q)
  const sources = sourcesFor(actor, officeDate(db.now))
  const parts = words.length > 0 ? sources.map((source) => found(source, words)) : known(sources, recent)
  const forms = words.length > 0 ? formsCalled(words) : formsKnown(recent)
  const rows = parts.length > 0 ? await db.found(typed(Found)`${join(parts, ' union all ')}`) : []
  const groups = SearchKind.options.map((kind) => ({
    kind,
    // The answer's schema leaves the kind of each out.
    items: [...rows, ...forms].filter((row) => row.kind === kind),
  }))
  return { groups: groups.filter(({ items }) => items.length > 0) }
}

function found(source: Source, words: readonly string[]): Sql {
  const { from, visible, searched, newest, isMany } = source
  const fits = join(
    words.map((word) => holds(searched, word)),
    ' and ',
  )
  const looksAtNewest = isMany && words.every((word) => word.length <= shortWord)
  const place = looksAtNewest
    ? sql`(select ${newest} as newest from ${from} where ${visible} order by ${newest} desc limit ${newestRows}) latest
        join ${from} on ${newest} = latest.newest where ${fits}`
    : sql`${from} where ${visible} and ${fits}`
  return sql`
    (select kind, id, title, detail, status, "clientFolderId" from (
      select ${shown(source)}, ${newest} as newest
      from ${place} order by ${newest} desc ${isMany ? sql`limit ${newestHits}` : sql``}
    ) hit
    order by title ilike ${beginning(words[0] ?? '')} desc, newest desc limit ${raw(String(foundOfEach))})`
}

const shown = ({ kind, id, title, detail, status, clientFolderId }: Source): Sql =>
  sql`${kind} as kind, ${id} as id, ${title} as title, ${detail} as detail, ${status} as status,
    ${clientFolderId} as "clientFolderId"`

/** By name of place, and still only what may be seen. */
const known = (sources: readonly Source[], recent: Recent): Sql[] =>
  sources.flatMap((source) => {
    const { kind, from, visible, newest, slug } = source
    const ids = recent.filter((each) => each.kind === kind).map(({ id }) => id)
    const uuids = ids.filter((id) => Id.safeParse(id).success)
    if ((slug === undefined ? uuids : ids).length === 0) return []
    const its = slug === undefined ? sql`${newest} = any(${uuids}::uuid[])` : sql`${slug} = any(${ids}::text[])`
    return [sql`(select ${shown(source)} from ${from} where ${its} and ${visible})`]
  })

/** A word of one or two letters is looked for where words begin. */
const holds = (searched: Sql, word: string): Sql =>
  word.length > shortWord
    ? sql`${searched} ilike ${containing(word)}`
    : sql`(${searched} ilike ${beginning(word)} or ${searched} ilike ${beginning(` ${word}`, '%')})`

const allForms = () => listHrForms({ limit: 200 }).items

const formsCalled = (words: readonly string[]): Found[] =>
  allForms()
    .filter(({ title, keywords }) => {
      const text = ` ${title} ${keywords.join(' ')}`.toLowerCase()
      return words.every((word) => text.includes((word.length > shortWord ? word : ` ${word}`).toLowerCase()))
    })
    .slice(0, foundOfEach)
    .map(asFound)

const formsKnown = (recent: Recent): Found[] =>
  allForms()
    .filter((form) => recent.some(({ kind, id }) => kind === 'hr-forms' && id === form.id))
    .map(asFound)

const asFound = ({ id, title }: HrFormItem): Found => ({
  kind: 'hr-forms',
  id,
  title,
  detail: null,
  status: null,
  clientFolderId: null,
})
