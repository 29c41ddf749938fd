// Every reply of the portal as one person gets it: its rows and bytes, and whether there is a next page.
import { expect } from 'vitest'
import { endpoints } from '../../../api/index.ts'
import type { Endpoint } from '../../../api/kit/endpoint.ts'
import type { Client } from './client.ts'

/** Excludes sign-out, audit log verification, multipart uploads, and the API description, which doesn't depend on data. */
const noData = /^\/api\/(logout|openapi\.json|audit\/verification|companion\/.+)$/
export const reads = endpoints.filter(
  ({ method, path, reply }) => method === 'GET' && reply !== null && !noData.test(path),
)

const words: Record<string, string> = { kind: 'invoices', number: '1' }
const queries: Record<string, string> = {
  '/api/search': 'q=handbook',
  '/api/hr-assistant/passages': 'q=overtime',
  '/api/reports/money/entries': `month=${new Date().toISOString().slice(0, 7)}&figure=billed`,
}

export interface ListReply {
  path: string
  rows: number
  bytes: number
  hasMore: boolean
}

/** As many rows as the portal returns at a time, and whether more follow; nothing if this person has no access. */
export async function readFirstPage(client: Client, { path, list }: Endpoint, folder: string): Promise<ListReply[]> {
  const address = await addressOf(client, path, folder)
  if (address === null) return []
  const { status, text, body, headers } = await client.call(
    'GET',
    `${address}?${queries[path] ?? ''}${list ? '&limit=1000000' : ''}`,
  )
  expect(status, address).toBeLessThan(500)
  if (status !== 200) return []
  const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  const following = next === undefined ? null : await client.call('GET', next)
  const hasMore = following?.status === 200 && following.body.length > 0 && following.text !== text
  return [{ path, rows: longestIn(body), bytes: Buffer.byteLength(text), hasMore }]
}

/** With ids of rows that this person may see. */
async function addressOf(client: Client, path: string, folder: string): Promise<string | null> {
  let address = path.replace('/client-folders/:id', `/client-folders/${folder}`).replace(':folder', folder)
  for (const [parameter, name = ''] of address.matchAll(/:(\w+)/g)) {
    const value = words[name] ?? (await firstIdOf(client, path.slice(0, path.indexOf(`/${parameter}`)), folder))
    if (value === null) return null
    address = address.replace(parameter, value)
  }
  return address
}

async function firstIdOf(client: Client, list: string, folder: string): Promise<string | null> {
  for (const address of [list, list.replace('/api/', `/api/client-folders/${folder}/`)]) {
    const { status, body } = await client.call('GET', `${address}?limit=1`)
    if (status === 200 && body?.[0] !== undefined) return String(body[0].id)
  }
  return null
}

function longestIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const within = Math.max(0, ...Object.values(value).map(longestIn))
  return Array.isArray(value) ? Math.max(value.length, within) : within
}
