import { createHash } from 'node:crypto'
import * as api from '../../api/reference.ts'
import type { Config } from '../config.ts'
import { contentPolicy } from '../kit/door.ts'
import type { Bind } from '../kit/serve.ts'
import { openApi } from './openapi.ts'
import { referencePage, style } from './page.ts'

const policy = contentPolicy([`sha256-${createHash('sha256').update(style).digest('base64')}`])

export function referenceRoutes(on: Bind, { publicUrl, provider }: Pick<Config, 'publicUrl' | 'provider'>) {
  // Printed at the first call and kept: it changes only with the program.
  let page: string | null = null
  // Not through the declared answer's serializer: the document is what it is.
  on.raw({ ...api.readOpenApi, reply: null }, async ({ reply }) => reply.send(openApi(publicUrl, provider.name)))
  on.raw(api.readDocs, async ({ reply }) => {
    page ??= referencePage(provider.name)
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page)
  })
}
