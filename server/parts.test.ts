import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyPlace, type Place } from '../tests/places.ts'
import { openLog } from './kit/log.ts'
import { buildParts } from './parts.ts'

let place: Place
beforeAll(async () => void (place = await emptyPlace()))
afterAll(() => place.remove())

it('warns of a lost database connection while the portal runs, and not when it is being stopped', async () => {
  const lines: string[] = []
  const parts = await buildParts(place.config, place.address, {
    log: openLog('warn', { write: (line) => void lines.push(line) }),
  })
  const lost = new Error('terminating connection due to administrator command')
  parts.db.pool.emit('error', lost)
  expect(lines.filter((line) => line.includes('a database connection was lost'))).toHaveLength(1)
  const closed = parts.close()
  parts.db.pool.emit('error', lost)
  await closed
  expect(lines.filter((line) => line.includes('a database connection was lost'))).toHaveLength(1)
})
