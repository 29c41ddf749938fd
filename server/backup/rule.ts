// An invariant of the records beyond what the schema enforces.
import { z } from 'zod'
import type { TypedSql } from '../kit/row-types.ts'
import type { Snapshot } from './snapshot.ts'

export interface Rule {
  /** A sentence that is true when no row breaks the rule. */
  says: string
  /** Identifies each row in words: what it is, and its id or number. */
  broken: (snapshot: Snapshot) => AsyncIterable<string>
}

export const BrokenRow = z.object({ what: z.string() })

export const statement = (says: string, broken: TypedSql<z.infer<typeof BrokenRow>>): Rule => ({
  says,
  async *broken(snapshot) {
    for await (const { what } of snapshot.stream(broken)) yield what
  },
})
