// A real local SMTP server for tests that records what it receives.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface MailServer {
  port: number
  /** The received emails in raw form. */
  received: string[]
  /** The names and passwords of sign-ins. */
  signIns: { username: string | null | undefined; password: string | null | undefined }[]
  close(): Promise<void>
}

/** @param options of smtp-server; by default it offers no STARTTLS and requires no password */
export async function startMailServer(
  options: SMTPServerOptions = { disabledCommands: ['STARTTLS'] },
): Promise<MailServer> {
  const received: string[] = []
  const signIns: MailServer['signIns'] = []
  const server = new SMTPServer({
    authOptional: true,
    onAuth: ({ username, password }, _session, done) => {
      signIns.push({ username, password })
      done(null, { user: username ?? '' })
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'))
        done()
      })
    },
    ...options,
  })
  // The sender reports a broken connection.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    signIns,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The text part of a raw email. */
export const plainText = (email: string): string =>
  email
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'))
