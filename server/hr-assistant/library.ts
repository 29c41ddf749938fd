// This instance's copy of the library. A worker thread holds its index (search-thread.ts), which is rebuilt when the
// library or the verified answers change. The state is read from the database, so that no instance answers from an
// outdated index.
import { join } from 'node:path'
import { z } from 'zod'
import { Tinypool } from 'tinypool'
import type { AssistantPassage } from '../../domain/hr-assistant.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Database, Reader } from '../kit/db.ts'
import {
  type LibraryAnswer,
  type AnswerRequest,
  LibraryText,
  type SearchReply,
  type SearchRequest,
} from './search-messages.ts'
import { typed } from '../kit/row-types.ts'

export interface Library {
  answer(asked: AnswerRequest): Promise<LibraryAnswer>
  find(words: string, count: number): Promise<AssistantPassage[]>
  /** A passage as it is quoted; null if the library has none at this place. */
  quote(policyId: string, anchor: string): Promise<AssistantPassage | null>
  /** Loads the index ahead of the first question. */
  load(): Promise<void>
  close(): Promise<void>
}

const program = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'search-thread.ts' : 'search-thread.js',
)
/** A question takes a few milliseconds; a longer queue means that the portal is overloaded. */
const maxQueue = 100

const libraries = new WeakMap<Database, Library>()

/** The library of a database; its thread starts with the first question or with `load`. */
export function libraryOf(db: Database): Library {
  const known = libraries.get(db)
  if (known !== undefined) return known
  const library = openLibrary(db)
  libraries.set(db, library)
  return library
}

/** Ends the thread, if there is one. */
export const closeLibrary = async (db: Database): Promise<void> => libraries.get(db)?.close()

function openLibrary(db: Database): Library {
  let pool: Tinypool | null = null
  let cached: { state: string; loading: Promise<unknown> } | null = null

  const run = async (request: SearchRequest): Promise<SearchReply> => {
    pool ??= new Tinypool({ filename: program, minThreads: 1, maxThreads: 1, env: {}, execArgv: [] })
    if (pool.queueSize >= maxQueue)
      throw new DomainError(
        'unavailable',
        'The assistant is answering many questions right now. Try again in a moment.',
        {
          retryAfterSeconds: 5,
        },
      )
    return (await pool.run(request)) as SearchReply
  }

  /** Concurrent calls for the same state share one load. */
  async function load(): Promise<void> {
    const state = await stateOf(db)
    if (cached?.state !== state) {
      const next = { state, loading: textOf(db).then((text) => run({ do: 'load', text })) }
      cached = next
      next.loading.catch(() => {
        // Retry a failed load with the next question.
        if (cached === next) cached = null
      })
    }
    await cached.loading
  }

  async function ask(request: SearchRequest): Promise<SearchReply> {
    await load()
    const reply = await run(request)
    if (reply !== null) return reply
    // The replacement for a failed thread has no index yet.
    cached = null
    await load()
    return run(request)
  }

  const passagesOf = async (request: SearchRequest): Promise<AssistantPassage[]> => {
    const reply = await ask(request)
    return reply !== null && 'passages' in reply ? reply.passages : []
  }

  return {
    load,
    async answer(asked) {
      const reply = await ask({ do: 'answer', ...asked })
      if (reply === null || !('answered' in reply)) throw new Error('The assistant’s search returned no answer.')
      return reply.answered
    },
    find: (words, count) => passagesOf({ do: 'find', words, count }),
    quote: async (policyId, anchor) => (await passagesOf({ do: 'quote', policyId, anchor }))[0] ?? null,
    async close() {
      const ended = pool
      pool = null
      cached = null
      await ended?.destroy()
    },
  }
}

const StateRow = z.object({ state: z.string() })

/**
 * Two counts and two sums over small tables, which change with every publication, retirement, verification, or
 * withdrawal.
 */
const stateOf = async (reader: Reader): Promise<string> =>
  (
    await reader.one(typed(StateRow)`
      select concat_ws('/', p.n, p.versions, a.n, a.versions) as state
      from (select count(*) as n, sum(version) as versions from hr_policies where is_active) p,
        (select count(*) as n, sum(version) as versions from verified_answers where is_active) a`)
  ).state

const LibraryPolicyRow = LibraryText.shape.policies.element

const LibraryAnswerRow = LibraryText.shape.answers.element

const textOf = async (reader: Reader): Promise<LibraryText> => ({
  policies: await reader.rows(typed(LibraryPolicyRow)`
    select p.id, p.slug, p.title, p.description, p.category, p.keywords as tags, p.content, v.metadata ->> 'asOf' as "asOf"
    from hr_policies p left join hr_policy_versions v on v.policy_id = p.id and v.number = p.current_version
    where p.is_active order by p.slug`),
  answers: await reader.rows(
    typed(LibraryAnswerRow)`select id, question, answer, passages from verified_answers where is_active order by id`,
  ),
})
