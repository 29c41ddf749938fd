// npm run rotate-seal: replaces the certificate that the portal seals PDFs with. Running instances use the new one from
// their next seal on. Earlier seals can still be verified.
import { join } from 'node:path'
import { printLine, runCommand } from './command-line.ts'
import { readConfig } from './config.ts'
import { joinDatabase } from './database-address.ts'
import { migrate } from './kit/migrate.ts'
import { StartError } from './kit/start-error.ts'
import { createContext } from './create-context.ts'

const usage = `Usage: npm run rotate-seal
Replaces the certificate that the portal seals PDFs with. The portal may be running. Earlier PDFs can still be verified.`

runCommand(usage, {}, async () => {
  const config = readConfig(process.env)
  if (config.sealP12 !== undefined)
    throw new StartError('The portal uses the certificate in SEAL_P12. Replace that file and restart the portal.')
  const database = await joinDatabase(config)
  try {
    await migrate(database.address, join(import.meta.dirname, 'migrations'))
    const context = await createContext(config, database.address)
    try {
      const subject = await context.seal.rotate()
      printLine(`Done: replaced the seal certificate. The new one is ${subject}.`)
    } finally {
      await context.close()
    }
  } finally {
    await database.stop()
  }
})
