// npm run create-admin: creates a master administrator and prints the link for choosing a password, whether or not the
// portal is running.
import { join } from 'node:path'
import { z } from 'zod'
import { emailAddress, requiredPersonName } from '../domain/text.ts'
import { printLine, runCommand, UsageError } from './command-line.ts'
import { readConfig } from './config.ts'
import { joinDatabase } from './database-address.ts'
import { migrate } from './kit/migrate.ts'
import { StartError } from './kit/start-error.ts'
import { createContext } from './create-context.ts'
import { asDomainError } from './kit/database-errors.ts'
import { constraintSentences } from './constraints.ts'
import { addMasterAdmin } from './passwords/master-admin.ts'
import { DomainError } from '../domain/errors.ts'

const usage = `Usage: npm run create-admin -- --email EMAIL --first-name NAME --last-name NAME
Creates a master administrator and prints a link to choose a password. The portal may be running.
  --email EMAIL      the email address, such as ada@example.com
  --first-name NAME  the first name
  --last-name NAME   the last name`

const options = {
  email: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
} as const

const Person = z.object({
  email: emailAddress('--email must be an email address.'),
  firstName: requiredPersonName('--first-name is required.'),
  lastName: requiredPersonName('--last-name is required.'),
})

runCommand(usage, options, async (values) => {
  const person = personFrom(values)
  const config = readConfig(process.env)
  const database = await joinDatabase(config)
  try {
    await migrate(database.address, join(import.meta.dirname, 'migrations'))
    const context = await createContext(config, database.address)
    try {
      const path = await addMasterAdmin(context.db, person).catch((error: unknown) => {
        const known = asDomainError(error, constraintSentences)
        throw known instanceof DomainError ? new StartError(known.message) : error
      })
      printLine(`Done: created the master administrator ${person.firstName} ${person.lastName}.`)
      printLine('Choose the password with this link. It works once and expires in 7 days:')
      printLine(`  ${config.publicUrl}${path}`)
    } finally {
      await context.close()
    }
  } finally {
    await database.stop()
  }
})

function personFrom(values: { email?: string; 'first-name'?: string; 'last-name'?: string }) {
  const { email = '', 'first-name': firstName = '', 'last-name': lastName = '' } = values
  const read = Person.safeParse({ email, firstName, lastName })
  if (read.success) return read.data
  throw new UsageError(read.error.issues[0]?.message ?? 'The options are not valid.')
}
