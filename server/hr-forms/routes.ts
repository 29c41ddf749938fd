import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as api from '../../api/hr-forms.ts'
import { downloadName } from '../../domain/hr-policy.ts'
import { filledLimitBytes } from '../../domain/hr-form-submission.ts'
import { endpointHooks } from '../endpoint-hooks.ts'
import type { AppContext } from '../app-context.ts'
import { sendPdf } from '../pdf/send-pdf.ts'
import { pdfPrinterFor } from '../pdf-templates/print.ts'
import { printingOnce } from '../stored-pdfs/stored-pdfs.ts'
import { binder, type Bind } from '../kit/serve.ts'
import { inPrivate } from '../kit/session.ts'
import { sendList } from '../kit/export.ts'
import { submissionColumns } from './csv.ts'
import { discardDraft, readDraft, saveDraft, submitFilledHrForm, submitHrForm, submitTypedForm } from './actions.ts'
import { formPdf, submissionPdf } from './pdf.ts'
import { formFor, formView, listHrForms, listHrFormSubmissions, submissionFor } from './queries.ts'

export function hrFormRoutes(on: Bind, context: AppContext) {
  const { dataKeys: keys } = context
  on.read(api.listHrForms, ({ db, actor, query }) => listHrForms(db, actor, query))
  on.read(api.readHrForm, async ({ db, actor, params }) => formView(await formFor(db, actor, params.form), actor))
  on.raw(api.readHrFormPdf, async ({ db, actor, params, query, reply }) => {
    const form = await formFor(db, actor, params.form)
    const pdfPrinter = form.own === null ? context : pdfPrinterFor(context, actor, reply)
    sendPdf(reply, downloadName(form.title), await formPdf(pdfPrinter, form), kindOf(query))
  })
  on.write(api.submitHrForm, ({ tx, actor, body }) => submitHrForm(tx, keys, actor, body))
  on.write(api.submitTypedHrForm, ({ tx, actor, params, body }) => submitTypedForm(tx, keys, actor, params.form, body))
  on.read(api.readHrFormDraft, ({ db, actor, params }) => readDraft(db, keys, inPrivate(actor), params.form))
  on.act(api.saveHrFormDraft, ({ db, origin, actor, params, body }) =>
    saveDraft(db, keys, origin, actor, params.form, body),
  )
  on.write(api.discardHrFormDraft, ({ tx, actor, params }) => discardDraft(tx, actor, params.form))
  on.read(api.listHrFormSubmissions, ({ db, actor, query }) => listHrFormSubmissions(db, keys, actor, query))
  on.raw(api.exportHrFormSubmissions, ({ db, actor, origin, query, reply }) =>
    sendList(
      { db, origin, reply },
      {
        type: 'hr-form-submissions',
        query,
        columns: submissionColumns,
        page: (page) => listHrFormSubmissions(db, keys, actor, { ...query, ...page }),
      },
    ),
  )
  on.read(api.readHrFormSubmission, ({ db, actor, params }) => submissionFor(db, keys, actor, params.id))
  on.raw(api.readHrFormSubmissionPdf, async ({ db, actor, origin, params, query, reply }) => {
    const submission = await submissionFor(db, keys, actor, params.id)
    const name = [submission.formTitle, submission.subjectName ?? ''].join(' ').trim()
    const { config, printer } = pdfPrinterFor(context, actor, reply)
    const subject = { type: 'hr-form-submissions', id: submission.id, clientFolderId: null } as const
    const pdfPrinter = { config, printer: printingOnce(context, printer, origin, subject) }
    sendPdf(reply, downloadName(name), await submissionPdf(pdfPrinter, db, submission), kindOf(query))
  })
}

const kindOf = ({ inline }: { inline?: string | undefined }) => (inline === undefined ? 'attachment' : 'inline')

/** A separate scope, because the request body is a file. */
export const filledFormScope = (context: AppContext) => async (scope: FastifyInstance) => {
  const files = new WeakMap<FastifyRequest, Buffer>()
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: filledLimitBytes }, (request, body, done) => {
    files.set(request, body as Buffer)
    done(null)
  })
  binder(scope, context, endpointHooks).act(api.submitFilledHrForm, ({ db, origin, actor, params, query, request }) =>
    submitFilledHrForm({ db, dataKeys: context.dataKeys, seal: context.seal }, origin, actor, {
      id: params.form,
      clientFolderId: query.clientFolderId,
      bytes: files.get(request) ?? new Uint8Array(),
    }),
  )
}
