import { expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import about from '../../package.json' with { type: 'json' }
import lock from '../../package-lock.json' with { type: 'json' }
import { openApi } from './openapi.ts'

it.each([
  ['https://portal.example.com', '__Host-portal'],
  ['http://localhost:3000', 'portal'],
])('the OpenAPI document of %s names its session cookie %s', (publicUrl, name) => {
  expect(openApi(publicUrl, 'Example HR').components.securitySchemes.session).toEqual({
    type: 'apiKey',
    in: 'cookie',
    name,
  })
})

it('the OpenAPI document, the packages, and their lock name the same release', () => {
  const { version } = openApi('https://portal.example.com', 'Example HR').info
  expect([about.version, lock.version, lock.packages[''].version]).toEqual([version, version, version])
})

it('every summary begins with what the call does, in complete sentences', () => {
  const begins = /^(For navigation: [a-z]|Not available|(Permanently [a-z]+s|[A-Z][a-z]+s)[ ,])/
  const wrong = endpoints.filter(({ summary }) => !begins.test(summary) || !summary.endsWith('.'))
  expect(wrong.map(({ method, path, summary }) => `${method} ${path}: ${summary}`)).toEqual([])
})
