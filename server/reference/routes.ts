import { createHash } from 'node:crypto'
import * as api from '../../api/reference.ts'
import type { Config } from '../config.ts'
import { contentPolicy } from '../kit/http-defaults.ts'
import type { Bind } from '../kit/serve.ts'
import { openApi } from './openapi.ts'
import { referencePage, style } from './page.ts'

const policy = contentPolicy([`sha256-${createHash('sha256').update(style).digest('base64')}`])

export function referenceRoutes(on: Bind, config: Pick<Config, 'publicUrl' | 'provider'>) {
  // Generated at the first call and cached: it changes only with the program and the firm's name.
  let page: { name: string; html: string } | null = null
  // Bypasses the serializer of the declared reply, because the document has its own format.
  on.raw({ ...api.readOpenApi, reply: null }, async ({ reply }) =>
    reply.send(openApi(config.publicUrl, config.provider.name)),
  )
  on.raw(api.readDocs, async ({ reply }) => {
    const { name } = config.provider
    if (page?.name !== name) page = { name, html: referencePage(name) }
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page.html)
  })
}
