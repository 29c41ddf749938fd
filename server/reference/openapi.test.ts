import { expect, it } from 'vitest'
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
