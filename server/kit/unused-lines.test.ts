import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { closeUnusedLines } from './unused-lines.ts'

it('a stop waits for an answer under way, but not for a line that never asked for anything', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  closeUnusedLines(app)
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
  const { promise: go, resolve: letGo } = Promise.withResolvers<void>()
  app.get('/slow', async () => {
    isAsked()
    await go
    return 'done'
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const unused = connect(Number(new URL(address).port), '127.0.0.1')
  await once(unused, 'connect')
  const answer = fetch(`${address}/slow`, { headers: { connection: 'close' } }).then((response) => response.text())
  await asked
  const closed = app.close()
  setTimeout(letGo, 50)
  expect(await answer).toBe('done')
  await closed
}, 5000)
