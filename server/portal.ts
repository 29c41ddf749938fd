// The portal behind its door: database → schema → app → background → listen.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { DatabaseAddress } from './kit/db.ts'
import { continueAfter } from './kit/id.ts'
import { migrate } from './kit/migrate.ts'
import { installLibrary } from './library.ts'
import { assertFilesIn } from './objects/where.ts'
import { type Built, buildParts } from './parts.ts'
import { libraryOf } from './hr-assistant/library.ts'
import { prepareAccounts } from './seed/accounts.ts'

export { onStray } from './kit/stray.ts'
import { checkProcessUser } from './embedded-postgres/process-user.ts'
import { IdRow, typed } from './kit/row-types.ts'

export interface Portal {
  app: FastifyInstance
  parts: Built
}

/** `npm run dev` runs the sources as they are; its pages are those that were built last. */
const isSource = import.meta.filename.endsWith('.ts')

export async function openPortal(config: Config, address: DatabaseAddress): Promise<Portal> {
  const parts = await buildParts(config, address, {
    pages: join(import.meta.dirname, isSource ? '../dist/web' : '../web'),
  })
  try {
    await checkProcessUser(config, parts.log)
    // The app is put together while the database answers; nobody is let in before the schema is there.
    const [app] = await Promise.all([buildApp(parts), migrate(address, join(import.meta.dirname, 'migrations'))])
    // Whoever has no key, or a wrong one, is told before anything is done.
    await parts.dataKeys.inUse()
    await assertFilesIn(parts.db, parts.store)
    const last = await parts.db.maybe(typed(IdRow)`select id from audit_entries order by id desc limit 1`)
    if (last !== null) continueAfter(last.id)
    await Promise.all([
      parts.seal.ready(),
      prepareAccounts(parts, (line) => process.stdout.write(`${line}\n`)),
      installLibrary(parts.db),
    ])
    await parts.startBackground()
    await app.listen({ port: config.port, host: config.host })
    // The first question is as fast as later ones.
    void libraryOf(parts.db)
      .load()
      .catch((error: unknown) => parts.log.warn({ error: String(error) }, 'the HR assistant could not be loaded ahead'))
    process.stdout.write(`The portal is open at ${config.publicUrl}\n`)
    return { app, parts }
  } catch (error) {
    await parts.close()
    throw error
  }
}
