// Databases on the test run's PostgreSQL server.
import type { DatabaseAddress } from '../server/kit/db.ts'

export interface ServerAddress {
  connectionString?: string
  host?: string
  port?: number
  user?: string
}

/** The database that each test app's database is copied from. */
export const templateName = 'portal_template'

export const appRole = 'portal_app'

/** A database with the portal's role, which does not own the tables. */
export function portalOn(server: ServerAddress, database: string): DatabaseAddress {
  const owner = databaseOn(server, database)
  if (owner.connectionString === undefined) return { ...owner, user: appRole, owner }
  const url = new URL(owner.connectionString)
  url.username = appRole
  url.password = appRole
  return { connectionString: url.href, owner }
}

/** A database with the role that owns it. */
export function databaseOn(server: ServerAddress, database: string): DatabaseAddress {
  if (server.connectionString === undefined) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}
