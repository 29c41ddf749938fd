import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyPlace, type Place } from '../tests/empty-folder.ts'
import { openLog } from './kit/log.ts'
import { createContext } from './create-context.ts'

let place: Place
beforeAll(async () => void (place = await emptyPlace()))
afterAll(() => place.remove())

it('warns of a lost database connection while the portal runs, but not during shutdown', async () => {
  const lines: string[] = []
  const context = await createContext(place.config, place.address, {
    log: openLog('warn', { write: (line) => void lines.push(line) }),
  })
  const lost = new Error('terminating connection due to administrator command')
  context.db.pool.emit('error', lost)
  expect(lines.filter((line) => line.includes('a database connection was lost'))).toHaveLength(1)
  const closed = context.close()
  context.db.pool.emit('error', lost)
  await closed
  expect(lines.filter((line) => line.includes('a database connection was lost'))).toHaveLength(1)
})
