// The OpenAPI 3.1 document, printed from the declarations in api/: the same schemas that validate.
import type { z } from 'zod'
import { endpoints } from '../../api/index.ts'
import type { Endpoint, Who } from '../../api/kit/endpoint.ts'
import { toJsonSchema } from '../kit/json-schema.ts'
import { cookieName } from '../kit/session.ts'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = toJsonSchema(schema, io, 'draft-2020-12')
  return rest
}

const whoInWords = (who: Who): string => {
  if (who === 'anyone') return 'Anyone.'
  if (who === 'signed-in') return 'Anyone signed in.'
  return `Roles: ${who.join(', ')}.`
}

const parameters = (where: 'path' | 'query', schema: z.ZodObject) => {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: where === 'path' && name === 'id' ? { type: 'string', format: 'uuid' } : shape,
  }))
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', maxLength: 200 },
})

const json = (schema: object) => ({ 'application/json': { schema } })
const problem = (description: string) => ({ description, content: json({ $ref: '#/components/schemas/Problem' }) })

function operation(endpoint: Endpoint) {
  const {
    method,
    who,
    summary,
    params,
    query,
    body,
    reply,
    status,
    list,
    rateLimit,
    takes,
    keepsNoAnswer = false,
  } = endpoint
  const isKeyed = method === 'POST' && !keepsNoAnswer
  const given = [...parameters('path', params), ...parameters('query', query)]
  if (isKeyed)
    given.push(
      header('Idempotency-Key', 'The same key and body within 24 hours answer the first answer again.') as never,
    )
  if (method === 'PUT' || method === 'PATCH')
    given.push(header('If-Match', 'The version that was read; a stale one answers 412.') as never)
  return {
    summary,
    description: whoInWords(who),
    security: who === 'anyone' ? [] : [{ session: [] }],
    parameters: given,
    ...(takes === undefined ? {} : { requestBody: { required: true, content: { [takes]: {} } } }),
    ...(body === null ? {} : { requestBody: { required: true, content: json(schemaOf(body, 'input')) } }),
    responses: {
      [status]: {
        description: list ? 'A page of the list.' : 'Done.',
        ...(list
          ? { headers: { Link: { description: 'The next page, rel="next".', schema: { type: 'string' } } } }
          : {}),
        ...(reply === null ? {} : { content: json(schemaOf(reply, 'output')) }),
      },
      400: problem('Something in it is not right; `issues` name the fields.'),
      ...(who === 'anyone' ? {} : { 401: problem('Not signed in.'), 403: problem('Seen, but not theirs to do.') }),
      ...(endpoint.path.includes('/:') ? { 404: problem('Not there, or not theirs to see.') } : {}),
      ...(method === 'GET' ? {} : { 409: problem('Its state forbids it, or it is there already.') }),
      ...(method === 'PUT' || method === 'PATCH' ? { 412: problem('Changed meanwhile.') } : {}),
      ...(isKeyed ? { 422: problem('The Idempotency-Key was used for something else.') } : {}),
      ...(rateLimit === undefined ? {} : { 429: problem('Too often; see Retry-After.') }),
      503: problem('The records are out of reach for the moment.'),
    },
  }
}

export function openApi(publicUrl: string, providerName: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${providerName} portal`,
      version: '1',
      description: 'Ids are UUIDv7. Times are ISO 8601 in UTC; dates YYYY-MM-DD, Eastern. Money is whole cents.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName(publicUrl) } },
      schemas: {
        Problem: {
          type: 'object',
          required: ['message', 'code', 'issues'],
          properties: {
            message: { type: 'string' },
            code: { type: 'string' },
            issues: {
              type: 'array',
              items: {
                type: 'object',
                required: ['path', 'message'],
                properties: { path: { type: 'string' }, message: { type: 'string' } },
              },
            },
            reference: { type: 'string' },
          },
        },
      },
    },
  }
}
