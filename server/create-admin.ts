// npm run create-admin -- --email … --first-name … --last-name …
// Makes a master-admin and prints the link to choose a password: on the database of DATABASE_URL, or on the portal's own,
// whether the portal is running or not.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { emailAddress, requiredPersonName } from '../domain/text.ts'
import { ConfigError, readConfig } from './config.ts'
import { joinDatabase } from './database-address.ts'
import { migrate } from './kit/migrate.ts'
import { StartError } from './kit/start-error.ts'
import { buildParts } from './parts.ts'
import { asDomainError } from './kit/failures.ts'
import { constraintSentences } from './constraints.ts'
import { addMasterAdmin } from './passwords/master-admin.ts'
import { DomainError } from '../domain/errors.ts'

const usage = 'Usage: npm run create-admin -- --email you@example.com --first-name Ada --last-name Jones'

const Person = z.object({
  email: emailAddress('--email must be an email address.'),
  firstName: requiredPersonName('--first-name is required.'),
  lastName: requiredPersonName('--last-name is required.'),
})

async function createAdmin() {
  const person = personFrom(process.argv.slice(2))
  const config = readConfig(process.env)
  const database = await joinDatabase(config)
  try {
    await migrate(database.address, join(import.meta.dirname, 'migrations'))
    const parts = await buildParts(config, database.address)
    try {
      const path = await addMasterAdmin(parts.db, person)
      process.stdout.write(
        `${person.firstName} ${person.lastName} is a master-admin now. This link lets them choose a password; it works once, for seven days:\n` +
          `  ${config.publicUrl}${path}\n`,
      )
    } finally {
      await parts.close()
    }
  } finally {
    await database.stop()
  }
}

function personFrom(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: { email: { type: 'string' }, 'first-name': { type: 'string' }, 'last-name': { type: 'string' } },
    })
    return Person.parse({
      email: values.email ?? '',
      firstName: values['first-name'] ?? '',
      lastName: values['last-name'] ?? '',
    })
  } catch (error) {
    const reason = error instanceof z.ZodError ? error.issues[0]?.message : error instanceof Error ? error.message : ''
    throw new StartError(`${reason}\n${usage}`)
  }
}

createAdmin().catch((error: unknown) => {
  const known = asDomainError(error, constraintSentences)
  const isSentence = known instanceof DomainError || known instanceof StartError || known instanceof ConfigError
  const text = isSentence ? known.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
})
