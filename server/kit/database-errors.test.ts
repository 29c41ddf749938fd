import { expect, it } from 'vitest'
import { DatabaseError } from 'pg'
import { isConnectionError, onDriver } from './database-errors.ts'

const withCode = (code: string) => Object.assign(new Error('…'), { code })

it.each([
  withCode('ECONNREFUSED'),
  withCode('53100'),
  withCode('EAGAIN'),
  withCode('57P01'),
  Object.assign(withCode('ENOENT'), { syscall: 'connect' }),
])('treats %s as an unreachable database', (error) => expect(isConnectionError(error)).toBe(true))

it.each([
  withCode('23505'),
  withCode('22021'),
  // A missing file.
  withCode('ENOENT'),
  Object.assign(withCode('ENOENT'), { syscall: 'open' }),
  new Error('Query read timeout'),
  new TypeError('Query read timeout'),
  'Query read timeout',
])('treats %s as another error', (error) => expect(isConnectionError(error)).toBe(false))

const thrownBy = (error: unknown) => onDriver(Promise.reject(error)).catch((thrown: unknown) => thrown)

it('treats an error of the driver itself, which has no code, as an unreachable database', async () => {
  expect(isConnectionError(await thrownBy(new Error('Connection terminated unexpectedly')))).toBe(true)
})

it.each([withCode('ECONNRESET'), new DatabaseError('…', 1, 'error'), new TypeError('…')])(
  'leaves %s of a call to the driver as it is',
  async (error) => expect(await thrownBy(error)).toBe(error),
)
