// npm run rotate-seal
// Replaces the certificate that the portal seals with, whether the portal is running or not: running instances use the new one
// from their next seal on. What was sealed before stays verifiable.
import { join } from 'node:path'
import { ConfigError, readConfig } from './config.ts'
import { joinDatabase } from './database-address.ts'
import { migrate } from './kit/migrate.ts'
import { StartError } from './kit/start-error.ts'
import { buildParts } from './parts.ts'

async function rotateSeal() {
  const config = readConfig(process.env)
  if (config.sealP12 !== undefined)
    throw new StartError('The portal seals with the certificate of SEAL_P12. Replace that file and start it again.')
  const database = await joinDatabase(config)
  try {
    await migrate(database.address, join(import.meta.dirname, 'migrations'))
    const parts = await buildParts(config, database.address)
    try {
      const subject = await parts.seal.rotate()
      process.stdout.write(`The portal seals with a new certificate now: ${subject}.\n`)
    } finally {
      await parts.close()
    }
  } finally {
    await database.stop()
  }
}

rotateSeal().catch((error: unknown) => {
  const isSentence = error instanceof StartError || error instanceof ConfigError
  const text = isSentence ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
})
