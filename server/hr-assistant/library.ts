// The library as this instance knows it: its index, made anew when the library or the verified answers have changed. Which state
// that is stands in the database, so that several instances never answer from an old one.
import sql from 'sql-template-tag'
import type { AssistantPassage } from '../../domain/hr-assistant.ts'
import { sectionsOf } from '../hr-policies/markdown.ts'
import type { Database, Reader } from '../kit/db.ts'
import { indexLibrary, type LibraryIndex } from './search/library-index.ts'
import type { LibraryPolicy } from './search/passages.ts'
import { type CheckedQuestion, readChecked } from './search/checked.ts'
import { bundledVocabulary, type Vocabulary } from './search/vocabulary.ts'

export interface StoredAnswer {
  id: string
  question: string
  answer: string
  passages: AssistantPassage[]
}

export interface Library {
  index: LibraryIndex
  checked: CheckedQuestion<StoredAnswer>[]
}

interface Kept {
  state: string
  library: Promise<Library>
}

const kept = new WeakMap<Database, Kept>()
let vocabulary: Vocabulary | null = null

/** The library as it is now. While it is read, whoever asks for the same state waits for the same reading. */
export async function libraryOf(db: Database): Promise<Library> {
  const state = await stateOf(db)
  const known = kept.get(db)
  if (known?.state === state) return known.library
  const next: Kept = { state, library: readLibrary(db) }
  kept.set(db, next)
  next.library.catch(() => {
    // What failed is tried again by the next who asks.
    if (kept.get(db) === next) kept.delete(db)
  })
  return next.library
}

/** Two counts and two sums over small tables: they change whenever something is published, retired, checked or withdrawn. */
const stateOf = async (reader: Reader): Promise<string> =>
  (
    await reader.one<{ state: string }>(sql`
      select concat_ws('/', p.n, p.versions, a.n, a.versions) as state
      from (select count(*) as n, sum(version) as versions from hr_policies where is_active) p,
        (select count(*) as n, sum(version) as versions from verified_answers where is_active) a`)
  ).state

async function readLibrary(db: Database): Promise<Library> {
  vocabulary ??= bundledVocabulary()
  const policies = await db.rows<Omit<LibraryPolicy, 'sections'> & { content: string }>(sql`
    select id, slug, title, description, category, keywords as tags, content from hr_policies where is_active order by slug`)
  const answers = await db.rows<StoredAnswer>(
    sql`select id, question, answer, passages from verified_answers where is_active order by id`,
  )
  const read = policies.map(({ content, ...policy }) => ({ ...policy, sections: sectionsOf({ content }) }))
  const index = await indexLibrary(read, vocabulary)
  return { index, checked: answers.map((answer) => readChecked(answer, answer.question, index)) }
}
