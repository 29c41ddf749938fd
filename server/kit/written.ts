// Items of hot lists, kept as the JSON that PostgreSQL wrote of them: a list then asks for ids and stamps, and only what changed
// is written again (docs/decisions/0095). Any number of instances may each keep their own: a stamp says which state of the rows
// an item shows, and is read from the database every time.
import sql, { type Sql } from 'sql-template-tag'
import type { WrittenItem } from './page.ts'

/** What an item is kept under: PostgreSQL's own mark of each row's state, of all rows that the item is written from. */
export const stampOf = (...rows: Sql[]): Sql =>
  rows.map((row) => sql`coalesce(${row}.xmin::text, '')`).reduce((all, mark) => sql`${all} || '.' || ${mark}`)

export interface Stamped {
  id: string
  stamp: string
}

export class WrittenItems {
  readonly #most: number
  readonly #kept = new Map<string, { stamp: string; json: string }>()

  /** @param most how many items are kept; those written longest ago go first */
  constructor(most = 10_000) {
    this.#most = most
  }

  /**
   * The items in the order of the rows.
   * @param write reads the items with these ids, in any order, each with the stamp of what it was written from
   */
  async of<Row extends Stamped>(
    rows: Row[],
    write: (ids: string[]) => Promise<(WrittenItem & Stamped)[]>,
  ): Promise<(Row & WrittenItem)[]> {
    const missing = rows.filter(({ id, stamp }) => this.#kept.get(id)?.stamp !== stamp).map(({ id }) => id)
    if (missing.length > 0) for (const item of await write(missing)) this.#keep(item)
    return rows.flatMap((row) => {
      const kept = this.#kept.get(row.id)
      // Gone between the two readings.
      return kept === undefined ? [] : [{ ...row, json: kept.json }]
    })
  }

  #keep({ id, stamp, json }: WrittenItem & Stamped) {
    this.#kept.delete(id)
    this.#kept.set(id, { stamp, json })
    if (this.#kept.size <= this.#most) return
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined) this.#kept.delete(oldest)
  }
}
