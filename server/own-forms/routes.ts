import * as api from '../../api/own-forms.ts'
import { downloadName } from '../../domain/hr-policy.ts'
import { asHrForm, viewOf } from '../../domain/own-form.ts'
import { officeDate } from '../../domain/time.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { sendPdf } from '../pdf/send-pdf.ts'
import { printForm } from '../pdf-templates/form.ts'
import { pdfPrinterFor } from '../pdf-templates/print.ts'
import { changeOwnForm, changeOwnFormStatus, createOwnForm, publishOwnForm } from './actions.ts'
import { listOwnForms, ownFormFor, publishedForm } from './queries.ts'

export function ownFormRoutes(on: Bind, context: AppContext) {
  on.read(api.listOwnForms, ({ db, actor, query }) => listOwnForms(db, actor, query))
  on.write(api.createOwnForm, ({ tx, actor, body }) => createOwnForm(tx, actor, body))
  on.read(api.readOwnForm, async ({ db, actor, params }) => viewOf(await ownFormFor(db, actor, params.id), actor))
  on.raw(api.readOwnFormPdf, async ({ db, actor, params, query, reply }) => {
    const form = await ownFormFor(db, actor, params.id)
    const draft = asHrForm(form.id, form, (form.currentVersion ?? 0) + (form.hasChanges ? 1 : 0), officeDate(db.now))
    const current = form.hasChanges ? null : await publishedForm(db, actor, form.id)
    const versionId = current?.own?.versionId ?? null
    const { bytes } = await printForm(pdfPrinterFor(context, actor, reply), current ?? draft, versionId)
    sendPdf(reply, downloadName(form.title), bytes, query.inline === undefined ? 'attachment' : 'inline')
  })
  on.write(api.changeOwnForm, ({ tx, actor, params, body, ifMatch }) =>
    changeOwnForm(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.publishOwnForm, ({ tx, actor, params, ifMatch }) => publishOwnForm(tx, actor, params.id, ifMatch))
  on.write(api.changeOwnFormStatus, ({ tx, actor, params, body, ifMatch }) =>
    changeOwnFormStatus(tx, actor, params.id, body.isActive, ifMatch),
  )
}
