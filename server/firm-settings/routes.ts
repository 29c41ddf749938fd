import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as api from '../../api/firm-settings.ts'
import { invalid, notFound } from '../../domain/errors.ts'
import { billingDefaultsOf, logoTypeOf } from '../../domain/firm-settings.ts'
import type { AppContext } from '../app-context.ts'
import { endpointHooks } from '../endpoint-hooks.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { Origin } from '../kit/record.ts'
import { binder } from '../kit/serve.ts'
import type { Session } from '../kit/session.ts'
import { type IfMatch, ifMatchOf } from '../kit/version.ts'
import { PrintError } from '../pdf/printer.ts'
import { sendPdf } from '../pdf/send-pdf.ts'
import { pdfPrinterFor } from '../pdf-templates/print.ts'
import { logoPolicy } from '../pages/logo.ts'
import { changeFirmSettings, changeLogo, removeLogo, restoreVersion } from './actions.ts'
import { currentFirmSettings, logoAddress, logoAt, readFirmSettings, serviceChoices } from './queries.ts'
import { printSampleInvoice } from './sample-invoice.ts'
import { listFirmSettingsVersions } from './versions.ts'

/** Above the limit of a logo, so that a slightly larger file gets a proper error message. */
const bodyLimit = 1024 * 1024

interface Asking {
  db: Database
  origin: Origin
  actor: Session
  request: FastifyRequest
}

export const firmSettingsScope = (context: AppContext) => async (scope: FastifyInstance) => {
  const { config, firm } = context
  const on = binder(scope, context, endpointHooks)

  /** Applies the change on this instance before it answers; other instances are notified after the commit. */
  async function changing({ db, origin, actor, request }: Asking, act: (tx: Tx, ifMatch: IfMatch) => Promise<void>) {
    const ifMatch = ifMatchOf(request)
    origin.unconditional = ifMatch === null
    await db.transaction(origin, (tx) => act(tx, ifMatch))
    await firm.reload()
    return readFirmSettings(db, actor, config)
  }

  on.read(api.readFirmSettings, ({ db, actor }) => readFirmSettings(db, actor, config))
  on.read(api.readBillingDefaults, async ({ db }) => billingDefaultsOf(await currentFirmSettings(db, config.provider)))
  on.read(api.readServices, ({ db, actor }) => serviceChoices(db, actor))
  on.act(api.changeFirmSettings, (asking) =>
    changing(asking, (tx, ifMatch) => changeFirmSettings(tx, asking.actor, asking.body, ifMatch)),
  )
  on.read(api.listFirmSettingsVersions, ({ db, actor, query }) =>
    listFirmSettingsVersions(db, actor, firm.environment, query),
  )
  on.act(api.restoreFirmSettings, (asking) => {
    const { version } = asking.params
    if (!/^\d{1,9}$/.test(version)) throw notFound()
    return changing(asking, (tx, ifMatch) => restoreVersion(tx, asking.actor, Number(version), ifMatch))
  })
  on.act(api.removeLogo, (asking) => changing(asking, (tx, ifMatch) => removeLogo(tx, asking.actor, ifMatch)))
  // Separate scope that passes a logo's body through unparsed, whatever its content type.
  scope.register(async (uploads) => {
    const images = new WeakMap<FastifyRequest, Buffer>()
    uploads.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (request, body, done) => {
      images.set(request, body as Buffer)
      done(null, undefined)
    })
    binder(uploads, context, endpointHooks).act(api.uploadLogo, async (asking) => {
      const bytes = images.get(asking.request) ?? Buffer.alloc(0)
      const type = logoTypeOf(bytes)
      // Reject an image that can't be decoded: PDFs contain the logo, so none could be created.
      const uploadedLogo = { address: logoAddress('trial', type), type, bytes }
      const { printer } = pdfPrinterFor(context, asking.actor, asking.reply)
      const trial = { printer, config: { ...config, provider: { ...config.provider, uploadedLogo } } }
      await printSampleInvoice(trial, firm.settings()).catch((error: unknown) => {
        throw error instanceof PrintError
          ? invalid('', 'This image is damaged or of a kind that can’t be printed. Choose another one.')
          : error
      })
      return changing(asking, (tx, ifMatch) => changeLogo(tx, asking.actor, bytes, ifMatch))
    })
  })
  on.raw(api.previewInvoice, async ({ actor, reply }) => {
    const printed = await printSampleInvoice(pdfPrinterFor(context, actor, reply), firm.settings())
    sendPdf(reply, 'Sample invoice.pdf', printed.bytes)
  })

  scope.get<{ Params: { name: string } }>('/logo/:name(^[0-9a-f]{32}\\.(?:png|jpg)$)', async (request, reply) => {
    const logo = await logoAt(context.db, request.params.name)
    if (logo === null) return reply.callNotFound()
    return reply
      .headers({ 'cache-control': 'public, max-age=31536000, immutable', 'content-security-policy': logoPolicy })
      .type(logo.type)
      .send(logo.bytes)
  })
}
