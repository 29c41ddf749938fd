import * as api from '../../api/model-policies.ts'
import { modelPolicyFileName } from '../../domain/model-policy.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { policyDocument, printAdopted } from '../pdf-templates/adopted.ts'
import { pdfPrinterFor } from '../pdf-templates/print.ts'
import { sendDocx, sendPdf } from '../pdf/send-pdf.ts'
import { listModelPolicies, modelPolicyView } from './queries.ts'

export function modelPolicyRoutes(on: Bind, context: AppContext) {
  on.read(api.listModelPolicies, async ({ query }) => listModelPolicies(query))
  on.read(api.readModelPolicy, ({ db, actor, params, query }) => modelPolicyView(db, actor, params.policy, query))
  on.raw(api.downloadModelPolicy, async ({ db, actor, params, query: { format, ...query }, reply }) => {
    const policy = await modelPolicyView(db, actor, params.policy, query)
    const { title, header, sections, version } = policy
    const document = policyDocument({ title, header, sections }, policy.employer.name ?? '[Employer]', version)
    const name = modelPolicyFileName(title, format)
    const printer = pdfPrinterFor(context, actor, reply)
    if (format === 'docx') return sendDocx(reply, name, await printer.printer.writeDocx(document))
    const { bytes } = await printAdopted(printer, document)
    return sendPdf(reply, name, bytes, 'attachment')
  })
}
