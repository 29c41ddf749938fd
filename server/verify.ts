// npm run verify [-- --quick] [-- --against DIR]
// Looks over everything that the portal keeps, also while it runs, and changes nothing. Exits with 1 when something does not hold.
import { join, resolve } from 'node:path'
import { readConfig } from './config.ts'
import { joinDatabase } from './database-address.ts'
import { assertSchema } from './kit/migrate.ts'
import { assertPortalHere, optionsIn, runProgram, sayLine } from './keep/program.ts'
import { goesOnFrom } from './keep/trail-in-backup.ts'
import { verifyAll } from './keep/verify.ts'
import { buildParts } from './parts.ts'

const usage =
  'Please say: npm run verify, with -- --quick not to read the files, and -- --against DIR to hold the trail against a back-up.'

runProgram(async () => {
  const options = optionsIn(process.argv.slice(2), { quick: false, against: true }, usage)
  const config = readConfig(process.env)
  assertPortalHere(config)
  const database = await joinDatabase(config)
  try {
    await assertSchema(database.address, join(import.meta.dirname, 'migrations'))
    const parts = await buildParts(config, database.address)
    try {
      const { broken } = await verifyAll(parts, { quick: options.has('quick'), say: sayLine })
      const against = options.get('against')
      const isSameTrail =
        against === undefined || (await goesOnFrom(parts.db, await parts.masterKey(), resolve(against), sayLine))
      if (broken.length > 0 || !isSameTrail) process.exitCode = 1
    } finally {
      await parts.close()
    }
  } finally {
    await database.stop()
  }
})
