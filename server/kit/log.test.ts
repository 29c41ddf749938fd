import { execFile } from 'node:child_process'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { openLog, withoutData } from './log.ts'
import { typed } from './row-types.ts'

const lines: string[] = []
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({}, { log: openLog('trace', { write: (line) => void lines.push(line) }) })
})
afterAll(() => testApp.close())

const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

describe('the log', () => {
  it('has one line for each reply: request number, route, status, duration, and the caller’s id', async () => {
    lines.length = 0
    const { headers } = await testApp.ann.get(`/api/client-folders/${testApp.folders.acme.id}`)
    await testApp.visitor.get('/api/nowhere/marzipan')
    expect(entries()).toEqual([
      {
        level: 30,
        time: expect.stringMatching(/Z$/),
        pid: process.pid,
        hostname: expect.any(String),
        reqId: headers['x-request-id'],
        method: 'GET',
        route: '/api/client-folders/:id',
        status: 200,
        ms: expect.any(Number),
        userId: testApp.people.ann.id,
        msg: 'answered',
      },
      expect.objectContaining({ method: 'GET', status: 404, msg: 'answered' }),
    ])
    expect(lines.join('')).not.toContain('marzipan')
  })

  it('contains no text that people wrote, no addresses, and no tokens, whatever happens', async () => {
    const marked = 'marzipan'
    const email = `${marked}@example.com`
    await testApp.visitor.post('/api/login', { username: email, password: `${marked} wrong pass phrase` })
    await testApp.visitor.post('/api/password/forgot', { email })
    await testApp.visitor.post('/api/password/reset', { token: marked.repeat(5), password: `${marked} a pass phrase` })
    await testApp.visitor.post('/api/invitations/accept', {
      token: marked.repeat(5),
      password: `${marked} a pass phrase`,
    })
    await testApp.visitor.post('/api/request-status', { token: marked.repeat(5) })
    for (const path of [
      'calendar',
      'requests',
      'invitation',
      'password-reset',
      'sign-in',
      'email-change',
      'set-up',
      'api/x',
    ])
      await testApp.visitor.get(`/${path}/${marked}.ics?token=${marked}`, {
        referer: `http://x/${marked}`,
        cookie: `portal=${marked}`,
      })
    await testApp.alice.post('/api/users', { email, firstName: marked, lastName: marked, role: 'client' })
    const sent = await testApp.sam.post(`/api/client-folders/${testApp.folders.acme.id}/messages`, {
      content: `${marked} 123-45-6789`,
    })
    expect(sent.status).toBe(201)
    await testApp.sam.get(`/api/search?q=${marked}`)
    await testApp.sam.get(`/api/client-folders/${marked}`)
    await testApp.sam.send({
      method: 'POST',
      url: '/api/service-requests',
      headers: { 'content-type': 'application/json' },
      payload: `{"${marked}`,
    })
    // PostgreSQL quotes invalid input.
    await testApp.db.rows(sql`select graphile_worker.add_job('seal-signature', ${JSON.stringify({ id: email })}::json)`)
    await testApp.runJobs()
    await testApp.db
      .rows(sql`select ${email}::uuid`)
      .catch((error: unknown) => testApp.context.log.error({ error: withoutData(error) }, 'a fault'))
    expect(entries().find(({ msg }) => msg === 'a job failed')).toMatchObject({ task: 'seal-signature', attempts: 1 })
    expect(lines.length).toBeGreaterThan(15)
    expect(lines.filter((line) => /marzipan|123-45-6789|pass phrase/.test(line))).toEqual([])
    const known = (await testApp.db.rows(typed(z.object({ email: z.string() }))`select email from users`)).map(
      (person) => person.email,
    )
    expect(known.filter((address) => lines.join('').includes(address))).toEqual([])
  })
})

it('logs an unhandled rejection, without the thrown value if it is not an error, and ends the process', async () => {
  const script = `
    import { openLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
    import { onUnhandledError } from ${JSON.stringify(join(import.meta.dirname, 'unhandled-errors.ts'))}
    onUnhandledError(openLog('info'), () => setTimeout(() => process.exit(7), 20))
    setInterval(() => {}, 1000)
    Promise.reject('marzipan')
    Promise.reject(new Error('nobody caught this'))`
  const { code, out } = await new Promise<{ code: unknown; out: string }>((resolve) =>
    execFile(
      process.execPath,
      ['--input-type=module', '-e', script],
      { cwd: import.meta.dirname },
      (error, stdout, stderr) => resolve({ code: error?.code, out: stdout + stderr }),
    ),
  )
  expect(code).toBe(7)
  expect(out).toContain('nobody caught this')
  expect(out).toContain('unhandled error: the portal stops')
  expect(out).not.toContain('marzipan')
})
