import { expect, it } from 'vitest'
import { isOutOfReach } from './failures.ts'

const withCode = (code: string) => Object.assign(new Error('…'), { code })

it.each([
  withCode('ECONNREFUSED'),
  withCode('53100'),
  withCode('EAGAIN'),
  withCode('57P01'),
  Object.assign(withCode('ENOENT'), { syscall: 'connect' }),
  // The driver's own words (pg 8.23, pg-pool), which have no code.
  new Error('timeout exceeded when trying to connect'),
  new Error('timeout expired'),
  new Error('Query read timeout'),
  new Error('Connection terminated unexpectedly'),
  new Error('Connection terminated due to connection timeout'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('Client was closed and is not queryable'),
  new Error('Cannot use a pool after calling end on the pool'),
])('%s means that the database is out of reach', (error) => expect(isOutOfReach(error)).toBe(true))

it.each([
  withCode('23505'),
  withCode('22021'),
  // A file that is gone.
  withCode('ENOENT'),
  Object.assign(withCode('ENOENT'), { syscall: 'open' }),
  new Error('Clients are people'),
  'Query read timeout',
])('%s is something else', (error) => expect(isOutOfReach(error)).toBe(false))
