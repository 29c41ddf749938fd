// The OpenAPI 3.1 document, generated from the declarations in api/, with the same schemas that validate requests.
import type { z } from 'zod'
import { areaOf } from '../../api/areas.ts'
import { endpoints } from '../../api/index.ts'
import type { Endpoint, Who } from '../../api/kit/endpoint.ts'
import { webhookEventLabels, webhookEvents } from '../../domain/webhook.ts'
import { toJsonSchema } from '../kit/json-schema.ts'
import { cookieName } from '../kit/session.ts'
import { release } from '../monitoring/release.ts'
import recorded from './examples.json' with { type: 'json' }

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = toJsonSchema(schema, io, 'draft-2020-12')
  return rest
}

export const describeRoles = (who: Who): string => {
  if (who === 'anyone') return 'Public: no sign-in required.'
  if (who === 'signed-in') return 'Any signed-in user.'
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

/** A request that the portal accepted, and its reply (tests/architecture/api-examples.test.ts). */
export interface ApiExample {
  request?: unknown
  response: unknown
}

export const exampleOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): ApiExample | undefined =>
  (recorded as Record<string, ApiExample>)[`${method} ${path}`]

const json = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

const problem = (description: string) => ({ description, content: json({ $ref: '#/components/schemas/Problem' }) })

const responses = {
  BadRequest: problem('Invalid request. `issues` lists the fields.'),
  Unauthorized: problem('Not signed in.'),
  Forbidden: problem('Forbidden.'),
  NotFound: problem('Not found, or not visible to the caller.'),
  Conflict: problem('Conflict with the current state, or a duplicate.'),
  PreconditionFailed: problem('Changed since it was read.'),
  UnprocessableContent: problem('The Idempotency-Key was already used with another body.'),
  TooManyRequests: problem('Too many requests. Try again after the seconds in Retry-After.'),
  ServiceUnavailable: problem('Database temporarily unavailable.'),
}
const response = (name: keyof typeof responses) => ({ $ref: `#/components/responses/${name}` })

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', maxLength: 200 },
})

const headers = {
  IdempotencyKey: header(
    'Idempotency-Key',
    'A repeated call with the same key and body within 24 hours returns the first response and has no further effect.',
  ),
  IfMatch: header(
    'If-Match',
    'The ETag of the version that was read. If the record has changed since, the response is 412.',
  ),
}
const headerParameter = (name: keyof typeof headers) => ({ $ref: `#/components/parameters/${name}` })

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
    storesNoReply = false,
  } = endpoint
  const isKeyed = method === 'POST' && !storesNoReply
  const area = areaOf(endpoint)
  const example = exampleOf(endpoint)
  const hasVersion = method === 'PUT' || method === 'PATCH'
  return {
    summary,
    description: [
      describeRoles(who),
      ...(area === null ? [] : [`API keys: ${area}:${method === 'GET' ? 'read' : 'write'}.`]),
    ].join(' '),
    security: who === 'anyone' ? [] : [{ session: [] }, ...(area === null ? [] : [{ apiKey: [] }])],
    parameters: [
      ...parameters('path', params),
      ...parameters('query', query),
      ...(isKeyed ? [headerParameter('IdempotencyKey')] : []),
      ...(hasVersion ? [headerParameter('IfMatch')] : []),
    ],
    ...(takes === undefined ? {} : { requestBody: { required: true, content: { [takes]: {} } } }),
    ...(body === null
      ? {}
      : { requestBody: { required: true, content: json(schemaOf(body, 'input'), example?.request) } }),
    responses: {
      [status]: {
        description: list ? 'One page of the list.' : status === 201 ? 'Created.' : 'Success.',
        ...(list
          ? { headers: { Link: { description: 'URL of the next page, with rel="next".', schema: { type: 'string' } } } }
          : {}),
        ...(reply === null ? {} : { content: json(schemaOf(reply, 'output'), example?.response) }),
      },
      400: response('BadRequest'),
      ...(who === 'anyone' ? {} : { 401: response('Unauthorized'), 403: response('Forbidden') }),
      ...(endpoint.path.includes('/:') ? { 404: response('NotFound') } : {}),
      ...(method === 'GET' ? {} : { 409: response('Conflict') }),
      ...(hasVersion ? { 412: response('PreconditionFailed') } : {}),
      ...(isKeyed ? { 422: response('UnprocessableContent') } : {}),
      ...(rateLimit === undefined ? {} : { 429: response('TooManyRequests') }),
      503: response('ServiceUnavailable'),
    },
  }
}

/** The messages to webhooks: one operation per event. */
const webhookOperations = Object.fromEntries(
  webhookEvents.map((event) => [
    event,
    {
      post: {
        summary: `${webhookEventLabels[event]}.`,
        description:
          'Signed according to the Standard Webhooks specification: webhook-id, webhook-timestamp, webhook-signature.',
        requestBody: { required: true, content: json({ $ref: '#/components/schemas/WebhookMessage' }) },
        responses: { '2XX': { description: 'Received. Any other response is retried for about 42 hours.' } },
      },
    },
  ]),
)

export function openApi(publicUrl: string, providerName: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${providerName} portal API`,
      version: release,
      description:
        'IDs are UUIDv7. Times are ISO 8601 in UTC. Dates are YYYY-MM-DD, Eastern time. Amounts are in cents.',
    },
    servers: [{ url: publicUrl }],
    paths,
    webhooks: webhookOperations,
    components: {
      parameters: headers,
      responses,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName(publicUrl) },
        apiKey: { type: 'http', scheme: 'bearer' },
      },
      schemas: {
        WebhookMessage: {
          type: 'object',
          required: ['type', 'timestamp', 'data'],
          properties: {
            type: { type: 'string', enum: webhookEvents },
            timestamp: { type: 'string', format: 'date-time' },
            data: {
              type: 'object',
              required: ['type', 'id', 'clientFolderId'],
              properties: {
                type: { type: 'string', description: 'The kind of record, such as invoices.' },
                id: { type: ['string', 'null'], format: 'uuid' },
                clientFolderId: { type: ['string', 'null'], format: 'uuid' },
              },
            },
          },
        },
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
