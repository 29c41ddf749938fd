// Tests DATABASE_URL through a connection pooler that handles connection settings the way PgBouncer does.
import { createServer, connect, type AddressInfo, type Server } from 'node:net'
import pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { databaseOn } from '../tests/databases.ts'
import { joinDatabase } from './database-address.ts'

let server: Server
afterEach(() => void server.close())

/** Replies to the startup message with `answer`, or forwards it without its `options`. */
async function startPooler(answer?: Buffer): Promise<string> {
  const target = new pg.Client(databaseOn(inject('postgres'), 'postgres'))
  server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (startup) => {
      if (answer) return void socket.end(answer)
      const { host, port } = target
      const onward = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
      onward.on('error', () => socket.destroy())
      onward.write(withoutOptions(startup))
      socket.pipe(onward).pipe(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { user = 'portal', password } = target
  const secret = password ? `:${encodeURIComponent(password)}` : ''
  return `postgres://${user}${secret}@127.0.0.1:${(server.address() as AddressInfo).port}/${target.database}`
}

/** A startup message is its length, the protocol version, and pairs of zero-terminated strings. */
function withoutOptions(startup: Buffer): Buffer {
  const texts = startup.subarray(8).toString().split('\0')
  const at = texts.indexOf('options')
  expect(at % 2).toBe(0)
  const rest = Buffer.from(texts.toSpliced(at, 2).join('\0'))
  const head = Buffer.from(startup.subarray(0, 8))
  head.writeInt32BE(rest.length + 8)
  return Buffer.concat([head, rest])
}

function errorResponse(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.from('E----')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

describe('DATABASE_URL that names a connection pooler', () => {
  it('is refused, saying what to set, when the pooler refuses the settings', async () => {
    const databaseUrl = await startPooler(errorResponse('unsupported startup parameter: options'))
    await expect(joinDatabase({ databaseUrl, dataDir: '' })).rejects.toThrow(
      'With PgBouncer in session mode, set ignore_startup_parameters = options; transaction mode can’t be used.',
    )
  })

  it('is refused, saying what to set for the role, when the pooler ignores the settings', async () => {
    const databaseUrl = await startPooler()
    await expect(joinDatabase({ databaseUrl, dataDir: '' })).rejects.toThrow(
      /ignores the settings .* alter role portal set statement_timeout = '4000'; alter role portal set lock_timeout = '2000';/,
    )
  })
})

it('accepts a DATABASE_URL that points to PostgreSQL directly', async () => {
  const target = new pg.Client(databaseOn(inject('postgres'), 'postgres'))
  const { user = 'portal', host, port, database, password } = target
  const databaseUrl = `postgres://${user}${password ? `:${encodeURIComponent(password)}` : ''}@${host.startsWith('/') ? '' : `${host}:${port}`}/${database}${host.startsWith('/') ? `?host=${encodeURIComponent(host)}` : ''}`
  server = createServer()
  await expect(joinDatabase({ databaseUrl, dataDir: '' })).resolves.toBeDefined()
})
