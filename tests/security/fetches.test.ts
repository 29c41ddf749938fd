// What in the server reaches out, and that no SQL is put together from text.
import { expect, it } from 'vitest'
import { filesUnder } from '../guards/house.ts'

const server = filesUnder(['server'], /\.ts$/).filter(({ path }) => !path.endsWith('.test.ts'))
const those = (pattern: RegExp) => server.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

const reachesOut =
  /\bfetch\(|from 'node:(https?|net|tls|dgram|dns|http2)'|from 'undici'|new WebSocket|createConnection\(|createTransport\(/

/** Each reaches an address of the settings, its own machine, or nothing at all (types, servers, checks of an address). */
const known = [
  'server/config.ts',
  'server/hr-assistant/writer.ts',
  'server/kit/connection-limits.ts',
  'server/kit/live.ts',
  'server/emails/mailer.ts',
  'server/embedded-postgres/supervisor.ts',
  'server/file-inspection/scanner.ts',
  'server/verification/receive.ts',
]

it('E2: the server reaches out in known places only, to addresses of its settings', () => {
  expect(those(reachesOut).filter((path) => !known.includes(path))).toEqual([])
})

it('E2: a place that reaches out would be seen', () => {
  for (const line of ['await fetch(url)', "import { request } from 'node:http'", "import net from 'node:net'"])
    expect(line).toMatch(reachesOut)
})

/** Values go beside a statement. Names of tables, columns and indexes, numbers and the office's zone are the code's own. */
const builtUp = /\.query\(\s*`[^`]*\$\{|text:\s*`(select|insert|update|delete)[^`]*\$\{|(?<!\.)\braw\(\s*`[^`]*\$\{/i
const ownWords = ['server/dashboard/days.ts', 'server/keep/snapshot.ts', 'server/kit/database-roles.ts']

it('E1, E2: no SQL is put together from text', () => {
  expect(those(builtUp)).toEqual(ownWords)
  expect('client.query(`select * from users where id = ${id}`)').toMatch(builtUp)
})
