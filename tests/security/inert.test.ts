// User text is inert in the log, in the typesetter, and in repeated parameters.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLog } from '../../server/kit/log.ts'
import { requestInput } from '../architecture/rights.ts'
import { textOf } from '../pdf/text-of.ts'
import { createTestApp, type TestApp } from '../test-app.ts'

let testApp: TestApp
const written: string[] = []
beforeAll(async () => {
  testApp = await createTestApp({}, { log: openLog('trace', { write: (line) => void written.push(line) }) })
})
afterAll(() => testApp.close())

const forged = 'a\r\n{"level":60,"msg":"forged"}\n\u001b[31mred\u001b[0m\u2028b'

it('E6: a log entry is a single line, whatever was sent', async () => {
  const sent = encodeURIComponent(forged)
  const headers = { 'user-agent': '\u001b[31mred{"level":60}', 'x-request-id': '"}{"level":60', referer: sent }
  const answers = [
    await testApp.visitor.post('/api/service-requests', { ...requestInput, needsDescription: forged }),
    await testApp.visitor.post('/api/service-requests', { ...requestInput, firstName: forged }),
    await testApp.ann.post(`/api/client-folders/${testApp.folders.acme.id}/messages`, { content: forged }, headers),
    await testApp.visitor.post('/api/login', { username: forged, password: forged }, headers),
    await testApp.alice.get(`/api/search?q=${sent}`, headers),
    await testApp.alice.get(`/api/users/${sent}`, headers),
    await testApp.visitor.get(`/no/such/page/${sent}`, headers),
    await testApp.visitor.send({ method: 'POST', url: '/api/login', headers, payload: forged }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 400, 201, 401, 200, 404, 404, 415])
  expect(written.length).toBeGreaterThanOrEqual(answers.length)
  for (const line of written) {
    expect(line.trimEnd(), 'no sign that ends a line or colors it').not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    expect(JSON.parse(line)).toEqual(expect.objectContaining({ level: expect.any(Number) }))
    expect(line).not.toMatch(/forged|red\{/)
  }
})

/** Markup, code, or file access in the typesetter's language. */
const markup =
  '#eval("1+1") #image("/etc/passwd") $x^2$ *bold* _slanted_ `raw` @there <label> \\u{41} [x] {y} // no /* nor */ = none'

it('E6: a PDF shows user text literally, and executes nothing', async () => {
  const { id: clientFolderId } = testApp.folders.acme
  const line = { customName: `Review ${markup}`, description: markup, estimatedHours: 2, hourlyRate: 12_550 }
  const who = { clientName: `Ann ${markup}`, clientEmail: 'ann@example.com', clientAddress: markup }
  const made: [string, { body: { id: string } }][] = [
    [
      'contracts',
      await testApp.alice.post('/api/contracts', {
        clientFolderId,
        ...who,
        services: [markup],
        totalValue: 1,
        terms: markup,
        startDate: '2026-12-01',
      }),
    ],
    [
      'invoices',
      await testApp.alice.post('/api/invoices', {
        clientFolderId,
        description: markup,
        lineItems: [{ description: markup, quantity: 1, rate: 100 }],
        dueDate: '2099-12-31',
      }),
    ],
    [
      'proposals',
      await testApp.sam.post('/api/proposals', {
        clientFolderId,
        title: markup,
        description: markup,
        services: [line],
        validUntil: '2099-12-31',
      }),
    ],
    [
      'onboarding-reports',
      await testApp.sam.post(`/api/client-folders/${clientFolderId}/onboarding-reports`, {
        clientNeeds: [markup],
        recommendedServices: [line],
        riskAssessment: markup,
      }),
    ],
  ]
  for (const [kind, { body }] of made) {
    const path = `/api/${kind}/${body.id}/pdf`
    const answer = await testApp.app.inject({ url: path, headers: { cookie: testApp.alice.cookie ?? '' } })
    expect(answer.statusCode, path).toBe(200)
    const text = (await textOf(answer.rawPayload)).replaceAll(/\s|-/g, '')
    expect(text.split(markup.replaceAll(/\s|-/g, '')).length - 1, `${kind}: ${text.slice(0, 600)}`).toBeGreaterThan(1)
  }
})

it('E6: a repeated parameter is refused', async () => {
  for (const query of ['limit=1&limit=200', 'q=a&q=b', 'status=draft&status=sent']) {
    const { status } = await testApp.alice.get(`/api/invoices?${query}`)
    expect(status, query).toBe(400)
  }
})
