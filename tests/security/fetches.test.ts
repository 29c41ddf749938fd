// Outgoing connections of the server, and no SQL built from text.
import { expect, it } from 'vitest'
import { filesUnder } from '../architecture/source-files.ts'

const server = filesUnder(['server'], /\.ts$/).filter(({ path }) => !path.endsWith('.test.ts'))
const those = (pattern: RegExp) => server.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

const reachesOut =
  /\bfetch\(|from 'node:(https?|net|tls|dgram|dns|http2)'|from 'undici'|new WebSocket|createConnection\(|createTransport\(|new ImapFlow\(/

/** Each connects to a configured address, its own machine, or nothing at all (types, servers, address checks). */
const known = [
  'server/settings.ts',
  'server/hr-assistant/writer.ts',
  'server/kit/connection-limits.ts',
  'server/kit/live.ts',
  'server/emails/mailer.ts',
  'server/received-emails/mailbox.ts',
  'server/embedded-postgres/supervisor.ts',
  'server/file-inspection/scanner.ts',
  'server/verification/receive.ts',
  // To webhooks that an administrator entered and the push services of browsers, none of them on the firm's own network.
  'server/kit/public-address.ts',
]

it('E2: the server connects only in known places, to configured addresses', () => {
  expect(those(reachesOut).filter((path) => !known.includes(path))).toEqual([])
})

it('E2: detects an unknown outgoing connection', () => {
  for (const line of ['await fetch(url)', "import { request } from 'node:http'", "import net from 'node:net'"])
    expect(line).toMatch(reachesOut)
})

/** Values are parameters. Names of tables, columns, and indexes, numbers, and the office's time zone are constants. */
const builtUp = /\.query\(\s*`[^`]*\$\{|text:\s*`(select|insert|update|delete)[^`]*\$\{|(?<!\.)\braw\(\s*`[^`]*\$\{/i
const ownWords = [
  'server/backup/snapshot.ts',
  'server/dashboard/days.ts',
  'server/kit/database-roles.ts',
  'server/service-requests/queries.ts',
]

it('E1, E2: no SQL is built from text', () => {
  expect(those(builtUp)).toEqual(ownWords)
  expect('client.query(`select * from users where id = ${id}`)').toMatch(builtUp)
})
