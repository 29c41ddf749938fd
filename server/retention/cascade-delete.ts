// Deletes rows with everything that references them, and queues their files for deletion. Dependencies come from the
// database's foreign keys, so that a table added later is not forgotten. Names of tables and columns come only from its
// catalog.
import sql, { raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Reader, Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

export const ForeignKey = z.object({
  /** The referencing table, and its column. */
  table: z.string(),
  column: z.string(),
  isNullable: z.boolean(),
  /** The referenced table, and its column. */
  to: z.string(),
  toColumn: z.string(),
})
export type ForeignKey = z.infer<typeof ForeignKey>

export const foreignKeys = (reader: Reader): Promise<ForeignKey[]> =>
  reader.rows(typed(ForeignKey)`
    select c.conrelid::regclass::text as "table", quote_ident(a.attname) as "column", not a.attnotnull as "isNullable",
      c.confrelid::regclass::text as "to", quote_ident(b.attname) as "toColumn"
    from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
    where c.contype = 'f' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace
    order by 1, 2`)

/** Rows that belong to another row without a foreign key: table and column with its id, which may be a text there. */
const alsoOf: Record<string, [table: string, column: string, id?: 'id::text'][]> = {
  documents: [
    ['archived_pdfs', 'entity_id'],
    ['signatures', 'entity_id'],
    ['signers', 'entity_id'],
    ['file_deliveries', 'entity_id'],
    ['uploads', 'id'],
  ],
  contracts: [
    ['archived_pdfs', 'entity_id'],
    ['signatures', 'entity_id'],
    ['signers', 'entity_id'],
    ['file_deliveries', 'entity_id'],
  ],
  invoices: [
    ['archived_pdfs', 'entity_id'],
    ['stored_pdfs', 'entity_id'],
  ],
  proposals: [
    ['archived_pdfs', 'entity_id'],
    ['follow_ups', 'entity_id'],
  ],
  assignments: [['follow_ups', 'entity_id']],
  service_requests: [['follow_ups', 'entity_id']],
  messages: [['follow_ups', 'entity_id']],
  onboarding_reports: [['archived_pdfs', 'entity_id']],
  payments: [['stored_pdfs', 'entity_id']],
  hr_form_submissions: [['stored_pdfs', 'entity_id']],
  own_forms: [['hr_form_drafts', 'form_type', 'id::text']],
}

const withFiles = ['documents', 'archived_pdfs', 'stored_pdfs', 'uploads', 'folder_exports']
const batch = 5000

export class CascadeDelete {
  readonly counts: Record<string, number> = {}
  readonly #tx: Tx
  readonly #keys: ForeignKey[]
  readonly #erasureId: string | null

  private constructor(tx: Tx, keys: ForeignKey[], erasureId: string | null) {
    this.#tx = tx
    this.#keys = keys
    this.#erasureId = erasureId
  }

  /** Applies to this transaction, which may from now on delete signatures as well. */
  static async begin(tx: Tx, erasureId: string | null = null): Promise<CascadeDelete> {
    await tx.rows(sql`select set_config('portal.erasing', 'on', true)`)
    return new CascadeDelete(tx, await foreignKeys(tx), erasureId)
  }

  get keys(): readonly ForeignKey[] {
    return this.#keys
  }

  /** @param where of the table's own columns, unqualified */
  async rows(table: string, where: Sql): Promise<number> {
    const of = (column: string) => sql`(select ${raw(column)} from ${raw(table)} where ${where})`
    for (const [other, column, id = 'id'] of alsoOf[table] ?? [])
      await this.rows(other, sql`${raw(column)} in ${of(id)}`)
    for (const key of this.#keys.filter(({ to }) => to === table)) {
      const hanging = sql`${raw(key.column)} in ${of(key.toColumn)}`
      // A nullable reference is set to null; otherwise the row is deleted as well.
      if (key.isNullable)
        await this.#tx.run(sql`update ${raw(key.table)} set ${raw(key.column)} = null where ${hanging}`)
      else if (key.table !== table) await this.rows(key.table, hanging)
    }
    if (withFiles.includes(table))
      await this.#tx.run(sql`
        insert into pending_file_deletions (storage_key, erasure_id, created_at)
        select storage_key, ${this.#erasureId}::uuid, ${this.#tx.now}
        from ${raw(table)} where ${where} and storage_key is not null on conflict do nothing`)
    return this.#delete(table, where)
  }

  /** In batches, so that no statement takes too long. */
  async #delete(table: string, where: Sql): Promise<number> {
    let count = 0
    for (;;) {
      const gone = await this.#tx.run(sql`
        delete from ${raw(table)}
        where ctid = any (array(select ctid from ${raw(table)} where ${where} limit ${raw(String(batch))}))`)
      count += gone
      if (gone < batch) break
    }
    if (count > 0) this.counts[table] = (this.counts[table] ?? 0) + count
    return count
  }
}
