import { expect, inject, it } from 'vitest'
import { z } from 'zod'
import { portalOn } from '../tests/databases.ts'
import { freePort } from '../tests/running-portal.ts'
import { createTestApp } from '../tests/test-app.ts'
import { libraryOf } from './hr-assistant/library.ts'
import { typed } from './kit/row-types.ts'
import { openPortal } from './portal.ts'

it('answers before the assistant is loaded, and an early question waits for it', async () => {
  const port = await freePort()
  const testApp = await createTestApp({ PORT: String(port) })
  const { name } = await testApp.db.one(typed(z.object({ name: z.string() }))`select current_database() as name`)
  const { app, context } = await openPortal(testApp.config, portalOn(inject('postgres'), name))
  try {
    let isLoaded = false
    const loading = libraryOf(context.db)
      .load()
      .then(() => (isLoaded = true))
    const url = `http://localhost:${port}`
    expect([(await fetch(`${url}/healthz`)).status, isLoaded]).toEqual([200, false])
    const asked = await fetch(`${url}/api/hr-assistant`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: testApp.ann.cookie ?? '' },
      body: JSON.stringify({ query: 'What is the minimum wage?' }),
    })
    expect([asked.status, isLoaded]).toEqual([201, true])
    expect(await asked.json()).toMatchObject({ kind: 'answer' })
    await loading
  } finally {
    await app.close()
    await context.close()
    await testApp.close()
  }
})
