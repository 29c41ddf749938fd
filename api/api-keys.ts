import { administrators } from '../domain/actor.ts'
import { ApiKey, ApiKeyInput, CreatedApiKey, maxApiKeys } from '../domain/api-key.ts'
import { change, list } from './kit/endpoint.ts'

export const listApiKeys = list({
  path: '/api/api-keys',
  who: administrators,
  summary: 'Lists the API keys of all administrators, newest first, including expired ones.',
  of: ApiKey,
})

export const createApiKey = change('POST', {
  status: 201,
  path: '/api/api-keys',
  who: administrators,
  reauthenticate: true,
  storesNoReply: true,
  summary: `Creates an API key that acts for the caller within its scopes. Only this response contains the key. At most ${maxApiKeys} keys (409).`,
  body: ApiKeyInput,
  reply: CreatedApiKey,
})

export const deleteApiKey = change('DELETE', {
  path: '/api/api-keys/:id',
  who: administrators,
  summary: 'Deletes an API key and returns it. Later calls with the key get a 401.',
  reply: ApiKey,
})
