import { z } from 'zod'
import { administrators } from '../domain/actor.ts'
import { raw, read } from './kit/endpoint.ts'

export const readOpenApi = read({
  path: '/api/openapi.json',
  who: administrators,
  summary: 'Returns this reference as OpenAPI 3.1.',
  reply: z.looseObject({ openapi: z.string() }),
})

export const readDocs = raw('GET', {
  path: '/api/docs',
  who: administrators,
  summary: 'Returns this reference as a web page.',
})
