// The API reference as a page: no script, one style, generated from the same declarations.
import { endpoints } from '../../api/index.ts'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { escapeHtml } from '../../api/page-tokens.ts'
import { toJsonSchema } from '../kit/json-schema.ts'
import { describeRoles, exampleOf } from './openapi.ts'

export const style = `body{font:15px/22px Figtree,system-ui,sans-serif;color:#142c36;background:#fcfbf7;max-width:960px;margin:40px auto;padding:0 16px}
h1{font-weight:560}h2{font-size:16px;margin:32px 0 4px}code,pre{font:13px/18px ui-monospace,monospace}pre{background:#fff;border:1px solid #dbe3e6;
border-radius:7px;padding:12px;overflow:auto}summary{cursor:pointer}p{margin:4px 0}`

const shape = (label: string, schema: object) =>
  `<details><summary>${label}</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`

function section({ method, path, who, summary, body, reply }: Endpoint): string {
  const roles = describeRoles(who)
  const example = exampleOf({ method, path })
  return [
    `<section><h2><code>${method} ${escapeHtml(path)}</code></h2><p>${escapeHtml(summary)}</p><p>${escapeHtml(roles)}</p>`,
    body === null ? '' : shape('Request body', toJsonSchema(body, 'input', 'draft-2020-12')),
    reply === null ? '' : shape('Response', toJsonSchema(reply, 'output', 'draft-2020-12')),
    example === undefined ? '' : shape('Example', example),
    '</section>',
  ].join('')
}

export const referencePage = (providerName: string): string =>
  [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<title>API reference · ${escapeHtml(providerName)}</title><style>${style}</style></head><body><main><h1>API reference</h1>`,
    `<p>Also available as <a href="/api/openapi.json">OpenAPI 3.1</a>. IDs are UUIDv7, times are UTC, and amounts are in cents.</p>`,
    ...endpoints.map(section),
    '</main></body></html>',
  ].join('')
