// Resources used so far by the portal and by the PostgreSQL processes of its connections.
import pg from 'pg'
import { cpuOf } from './portal.ts'

export interface Used {
  /** CPU of the portal, in milliseconds. */
  node: number
  /** CPU of PostgreSQL for the portal, in milliseconds. */
  postgres: number
  /** Pages of 8 KB that statements read; 0 without pg_stat_statements. */
  pages: number
}

export interface Watch {
  soFar(): Promise<Used>
  /** Waits until the jobs of a start are done. */
  quiet(): Promise<void>
  /** The most expensive statements since the last call, a line each; none without pg_stat_statements. */
  statements(limit: number): Promise<string[]>
  close(): Promise<void>
}

/** An idle portal uses less than this per second. */
const quietMilliseconds = 20

export async function openWatch(databaseUrl: string, portalPid: number): Promise<Watch> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'bench' })
  await client.connect()
  const { rows: extensions } = await client.query(`select 1 from pg_extension where extname = 'pg_stat_statements'`)
  const counts = extensions.length > 0
  /** A connection that ends takes its process with it; its usage so far is remembered here. */
  const seen = new Map<number, number>()

  async function postgres(): Promise<number> {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'portal'`,
    )
    await Promise.all(rows.map(async ({ pid }) => seen.set(pid, Math.max(seen.get(pid) ?? 0, await cpuOf(pid)))))
    return [...seen.values()].reduce((sum, one) => sum + one, 0)
  }

  const ours = `s.dbid = (select oid from pg_database where datname = current_database()) and query not like '%pg_stat_%'`
  async function pages(): Promise<number> {
    if (!counts) return 0
    const { rows } = await client.query<{ pages: string }>(
      `select coalesce(sum(shared_blks_hit + shared_blks_read), 0) as pages from pg_stat_statements s where ${ours}`,
    )
    return Number(rows[0]?.pages)
  }

  const soFar = async () => ({ node: await cpuOf(portalPid), postgres: await postgres(), pages: await pages() })
  return {
    soFar,
    async quiet() {
      for (let [before, after] = [await soFar(), null as Used | null]; ; before = after) {
        await new Promise((resolve) => setTimeout(resolve, 1000))
        after = await soFar()
        if (after.node + after.postgres - before.node - before.postgres < quietMilliseconds) return
      }
    },
    async statements(limit) {
      if (!counts) return []
      const { rows } = await client.query<{ line: string }>(
        `select format('  %s times, %s ms, planned %s ms, %s pages, %s rows: %s', calls, round(mean_exec_time::numeric, 1),
            round(mean_plan_time::numeric, 1), (shared_blks_hit + shared_blks_read) / calls, rows / calls,
            left(regexp_replace(query, '\\s+', ' ', 'g'), 4000)) as line
          from pg_stat_statements s where ${ours} order by total_exec_time + total_plan_time desc limit $1`,
        [limit],
      )
      await client.query('select pg_stat_statements_reset()')
      return rows.map(({ line }) => line)
    },
    close: () => client.end(),
  }
}
