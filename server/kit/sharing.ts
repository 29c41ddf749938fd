// Transactions of several calls: those that come in the same turn of the event loop are committed together. Each asks for itself, is
// refused for itself, and leaves its own line in the trail; what they write goes in with one statement (docs/decisions/0136).
import type pg from 'pg'
import { DomainError } from '../../domain/errors.ts'
import type { Database, Question, SharedTx, Tx } from './db.ts'
import { isLocked, isOutOfReach } from './failures.ts'
import { gather, Part, readerOn } from './part.ts'
import type { Origin } from './record.ts'

interface Call {
  origin: Origin
  place: string
  work: (tx: SharedTx) => Promise<unknown>
  resolve: (answer: unknown) => void
  reject: (error: unknown) => void
}

/** So many calls at most share a transaction. */
const most = 50

/** Thrown in a shared transaction, to have the call run in one of its own: there it may wait for what is locked now. */
class BetterAlone extends Error {}

/** What ends one call of several: no statement failed. */
const isOneCalls = (error: unknown) => error instanceof DomainError || error instanceof BetterAlone

type Outcome = { call: Call; part: Part; answer: unknown } | { call: Call; error: unknown }

export class Sharing {
  readonly #db: Database
  #gathered: Call[] = []
  readonly #underWay = new Set<Call[]>()

  constructor(db: Database) {
    this.#db = db
  }

  run<T>(origin: Origin, place: string, work: (tx: SharedTx) => Promise<T>): Promise<T> {
    return new Promise<unknown>((resolve, reject) => {
      this.#gathered.push({ origin, place, work, resolve, reject })
      setImmediate(() => this.#begin())
    }) as Promise<T>
  }

  /** One fills while another is in the database; a small one does not begin beside a large one, since each costs its beginning. */
  #begin() {
    const [other] = this.#underWay
    const due = other === undefined || (this.#underWay.size === 1 && this.#gathered.length >= other.length)
    if (!due || this.#gathered.length === 0) return
    const calls = this.#take()
    this.#underWay.add(calls)
    void this.#together(calls).finally(() => {
      this.#underWay.delete(calls)
      this.#begin()
    })
  }

  /** One for each place, in the order of places: two transactions that write to the same ones come to them one after the other. */
  #take(): Call[] {
    const taken = new Map<string, Call>()
    const left: Call[] = []
    for (const call of this.#gathered) {
      if (taken.size === most || taken.has(call.place)) left.push(call)
      else taken.set(call.place, call)
    }
    this.#gathered = left
    return [...taken.values()].toSorted((a, b) => (a.place < b.place ? -1 : 1))
  }

  #alone({ origin, work, resolve, reject }: Call): Promise<void> {
    return this.#db.transaction(origin, work).then(resolve, reject)
  }

  async #together(calls: Call[]) {
    try {
      const outcomes = await this.#db.committed((client) => this.#parts(client, calls))
      for (const outcome of outcomes) {
        if ('part' in outcome) outcome.call.resolve(outcome.answer)
        else if (outcome.error instanceof BetterAlone) void this.#alone(outcome.call)
        else outcome.call.reject(outcome.error)
      }
    } catch (error) {
      // Nothing was written, and each finds out for itself whether it was the cause. Of a server that went away we do not know that,
      // and a second try would come too late.
      if (isOutOfReach(error) && !isLocked(error)) this.#giveUp(calls, error)
      else for (const call of calls) void this.#alone(call)
    }
  }

  #giveUp(calls: Call[], error: unknown) {
    for (const { reject } of [...calls, ...this.#gathered]) reject(error)
    this.#gathered = []
  }

  async #parts(client: pg.PoolClient, calls: Call[]): Promise<{ answer: Outcome[]; parts: Part[] }> {
    const ask = inOneRound(client)
    const { now } = this.#db
    const outcomes = await Promise.all(
      calls.map(async (call): Promise<Outcome> => {
        const part = new Part(client, call.origin, now, ask)
        try {
          return { call, part, answer: await call.work(part) }
        } catch (error) {
          return { call, error }
        }
      }),
    )
    const failed = outcomes.find((outcome) => 'error' in outcome && !isOneCalls(outcome.error))
    if (failed !== undefined && 'error' in failed) throw failed.error
    return { answer: outcomes, parts: outcomes.flatMap((outcome) => ('part' in outcome ? [outcome.part] : [])) }
  }
}

/** What the calls ask in one breath is asked in one statement for each question. */
function inOneRound(client: pg.PoolClient): Tx['ask'] {
  const reader = readerOn(client)
  const rounds = new Map<unknown, { asks: unknown[]; answers: Promise<unknown[]> }>()

  function begin<Ask>(question: Question<Ask, unknown>) {
    const asks: Ask[] = []
    const answers = new Promise<unknown[]>((resolve) => {
      queueMicrotask(() => {
        rounds.delete(question)
        gather(client)
        resolve(question(reader, asks, false))
      })
    })
    const round = { asks, answers }
    rounds.set(question, round)
    return round
  }

  return async <Ask, Answer>(question: Question<Ask, Answer>, asked: Ask) => {
    const { asks, answers } = rounds.get(question) ?? begin(question)
    const place = (asks as Ask[]).push(asked) - 1
    const answer = (await answers)[place] ?? null
    if (answer === null) throw new BetterAlone()
    return answer as Answer
  }
}
