// node scripts/launch.mjs emails DIR: sends every email to an SMTP server on this computer, and stores each as received.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { messageOf } from '../server/emails/mailer.ts'
import { everyEmail, provider, withFirm } from '../tests/emails.ts'
import { startMailServer } from '../tests/mail-server.ts'

const usage = `Usage: node scripts/launch.mjs emails DIR
Stores every email that the portal can send in DIR, as a mail program receives it. Open the files with one.
  DIR  the folder to create them in`

const [folder] = process.argv.slice(2)
if (folder === '--help') process.stdout.write(`${usage}\n`)
else if (folder === undefined) {
  process.stderr.write(`Error: DIR is required.\n\n${usage}\n`)
  process.exitCode = 2
} else {
  mkdirSync(folder, { recursive: true })
  const server = await startMailServer()
  const transport = createTransport({ host: '127.0.0.1', port: server.port })
  const config = { mailFrom: 'portal@prohr.example', publicUrl: 'https://portal.example', smtpTls: false, provider }
  for (const [at, { from, email, recipient }] of everyEmail.entries()) {
    const link = { ...email.link, label: withFirm(email.link.label) }
    const body = { name: email.to.name, lines: email.lines.map(withFirm), link }
    const queued = { id: `${at + 1}`, to: email.to.email, subject: withFirm(email.subject), ...recipient }
    await transport.sendMail(messageOf(queued, body, { ...config, smtpUrl: undefined, mailbox: undefined }))
    const name = `${String(at + 1).padStart(2, '0')}-${from}.eml`
    writeFileSync(join(folder, name), server.received.at(-1) ?? '')
  }
  transport.close()
  await server.close()
  process.stdout.write(`Done: stored ${everyEmail.length} emails in ${folder}.\n`)
}
