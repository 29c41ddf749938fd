// The examples in the API reference are real: requests that the portal accepted, and its replies. With RECORD_EXAMPLES=on
// the first test sends them again and writes the file; the others check that they fit the declarations.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { areaOf } from '../../api/areas.ts'
import { endpoints } from '../../api/index.ts'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import examples from '../../server/reference/examples.json' with { type: 'json' }
import { type ApiExample, exampleOf, openApi } from '../../server/reference/openapi.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { folderRoles, inRole } from './folder-roles.ts'
import { rights } from './rights.ts'

const file = join(import.meta.dirname, '../../server/reference/examples.json')
const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/** What programs with an API key call, except files. */
const shown = endpoints.filter((endpoint) => areaOf(endpoint) !== null && endpoint.reply !== null)

/** The rights table sends these without a body that succeeds. */
const withoutExample: ReadonlySet<string> = new Set(['POST /api/hr-forms/:form/filled'])
const documented = shown.filter((endpoint) => !withoutExample.has(nameOf(endpoint)))

const roles = ['admin', 'holder', 'owner'] as const

/** A call by someone who may make it, as the rights table describes it. */
async function record(testApp: TestApp, endpoint: Endpoint): Promise<ApiExample> {
  const row = rights[nameOf(endpoint)]
  const role = roles.find((each) => row?.answers[folderRoles.indexOf(each)] === endpoint.status)
  if (row === undefined || role === undefined) throw new Error(`No one succeeds with ${nameOf(endpoint)}.`)
  const caller = testApp[inRole[role]]
  const { url = endpoint.path, body } = (await row.aim?.(testApp, role, caller)) ?? {}
  const answer = await caller.send({
    method: endpoint.method as 'POST',
    url,
    ...(body === undefined ? {} : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  expect(answer.status, `${nameOf(endpoint)}: ${answer.text.slice(0, 300)}`).toBe(endpoint.status)
  const request = endpoint.body === null || body === undefined ? {} : { request: shortened(body, 10) }
  const response = shortened(answer.body, endpoint.list ? 1 : 2)
  expect(endpoint.reply?.safeParse(response).data, nameOf(endpoint)).toEqual(response)
  return { ...request, response }
}

/** Long texts and lists would hide the rest of an example. */
function shortened(value: unknown, items: number): unknown {
  if (typeof value === 'string') {
    const text = value.replace(/\btoken=[\w-]+/, 'token=…')
    return text.length > 300 ? `${text.slice(0, 299)}…` : text
  }
  if (Array.isArray(value)) return value.slice(0, items).map((each) => shortened(each, 2))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each, 2)]))
}

/** One line for each call, so that a change of one is a change of one line. */
const asText = (recorded: [string, ApiExample][]) =>
  `{\n${recorded.map(([name, example]) => `${JSON.stringify(name)}: ${JSON.stringify(example)}`).join(',\n')}\n}\n`

describe('the examples of the API reference', () => {
  it.runIf(process.env['RECORD_EXAMPLES'] === 'on')('are recorded', { timeout: 600_000 }, async () => {
    const testApp = await createTestApp()
    const recorded = new Map<string, ApiExample>()
    // Lists come last, when there is something in them.
    const inOrder = documented.toSorted((one, other) => Number(one.method === 'GET') - Number(other.method === 'GET'))
    const failed: string[] = []
    for (const endpoint of inOrder)
      await record(testApp, endpoint).then(
        (example) => recorded.set(nameOf(endpoint), example),
        (error: unknown) => failed.push(String(error)),
      )
    await testApp.close()
    writeFileSync(file, asText([...recorded].toSorted(([one], [other]) => (one < other ? -1 : 1))))
    expect(failed).toEqual([])
  })

  it('are there for every call that an API key can make (after a change: RECORD_EXAMPLES=on)', () => {
    expect(Object.keys(examples).toSorted()).toEqual(documented.map(nameOf).toSorted())
  })

  it.each(documented.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'fit the declaration of %s',
    (_name, endpoint) => {
      const { request, response } = exampleOf(endpoint) ?? {}
      if (endpoint.body !== null && request !== undefined)
        expect(endpoint.body.safeParse(request).error).toBeUndefined()
      expect(endpoint.reply?.safeParse(response).data).toEqual(response)
    },
  )

  it('are in the OpenAPI document', () => {
    const { post } = openApi('https://portal.example.com', 'Example HR').paths['/api/invoices'] as {
      post: Record<'requestBody' | 'responses', { content: object } & Record<string, { content: object }>>
    }
    expect(post.requestBody.content).toMatchObject({
      'application/json': { example: { lineItems: expect.any(Array) } },
    })
    expect(post.responses['201']?.content).toMatchObject({
      'application/json': { example: { invoiceNumber: expect.stringMatching(/^INV-/) } },
    })
  })
})
