// Starts the portal: database → schema → app → background → listen.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { DatabaseAddress } from './kit/db.ts'
import { startIdsAfter } from './kit/id.ts'
import { migrate } from './kit/migrate.ts'
import { installLibrary } from './library.ts'
import { assertFilesIn } from './uploads/file-location.ts'
import { type CreatedContext, createContext } from './create-context.ts'
import { loadCrises } from './hr-assistant/crisis.ts'
import { libraryOf } from './hr-assistant/library.ts'
import { prepareAccounts } from './seed/accounts.ts'

export { onUnhandledError } from './kit/unhandled-errors.ts'
import { checkProcessUser } from './embedded-postgres/process-user.ts'
import { IdRow, typed } from './kit/row-types.ts'

export interface Portal {
  app: FastifyInstance
  context: CreatedContext
}

/** `npm run dev` runs from source and serves the pages of the last build. */
const isSource = import.meta.filename.endsWith('.ts')

export async function openPortal(config: Config, address: DatabaseAddress): Promise<Portal> {
  const context = await createContext(config, address, {
    pages: join(import.meta.dirname, isSource ? '../dist/web' : '../web'),
  })
  try {
    await checkProcessUser(config, context.log)
    // The app is built while the database starts; it listens only once the schema is migrated.
    const [app] = await Promise.all([buildApp(context), migrate(address, join(import.meta.dirname, 'migrations'))])
    await context.firm.reload()
    // A missing or wrong master key is reported before anything else happens.
    await context.dataKeys.inUse()
    await assertFilesIn(context.db, context.store)
    const last = await context.db.maybe(typed(IdRow)`select id from audit_entries order by id desc limit 1`)
    if (last !== null) startIdsAfter(last.id)
    await Promise.all([
      context.seal.ready(),
      prepareAccounts(context, (line) => process.stdout.write(`${line}\n`)),
      installLibrary(context.db),
    ])
    await context.startBackground()
    await app.listen({ port: config.port, host: config.host })
    // Loads the assistant, so that the first question is answered as fast as later ones.
    void libraryOf(context.db)
      .load()
      .then(loadCrises)
      .catch((error: unknown) =>
        context.log.warn({ error: String(error) }, 'the HR assistant could not be loaded ahead'),
      )
    process.stdout.write(`Portal running at ${config.publicUrl}\n`)
    return { app, context }
  } catch (error) {
    await context.close()
    throw error
  }
}
