import * as api from '../../api/onboarding-reports.ts'
import type { AppContext } from '../app-context.ts'
import { sendPdf } from '../pdf/send-pdf.ts'
import { pdfPrinterFor } from '../pdf-templates/print.ts'
import type { Bind } from '../kit/serve.ts'
import { printOnboardingReport } from '../pdf-templates/onboarding-report.ts'
import {
  changeOnboardingReport,
  changeOnboardingReportStatus,
  createOnboardingReport,
  createProposalFromReport,
} from './actions.ts'
import { fileNameOf, onboardingReportDocument } from './pdf.ts'
import { listOnboardingReports, onboardingReportFor, viewed } from './queries.ts'

export function onboardingReportRoutes(on: Bind, context: Pick<AppContext, 'config' | 'printer'>) {
  on.read(api.listOnboardingReports, ({ db, actor, params, query }) =>
    listOnboardingReports(db, actor, params.id, query),
  )
  on.write(api.createOnboardingReport, ({ tx, actor, params, body }) =>
    createOnboardingReport(tx, actor, params.id, body),
  )
  on.read(api.readOnboardingReport, async ({ db, actor, params }) => {
    const { report, folder } = await onboardingReportFor(db, actor, params.id)
    return viewed(report, actor, folder)
  })
  on.write(api.changeOnboardingReport, ({ tx, actor, params, body, ifMatch }) =>
    changeOnboardingReport(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.changeOnboardingReportStatus, ({ tx, actor, params, body, ifMatch }) =>
    changeOnboardingReportStatus(tx, actor, params.id, body.status, ifMatch),
  )
  on.write(api.createProposalFromReport, ({ tx, actor, params, body }) =>
    createProposalFromReport(tx, actor, params.id, body),
  )
  on.raw(api.readOnboardingReportPdf, async ({ db, actor, params, reply }) => {
    const { report, folder } = await db.snapshot((reader) => onboardingReportFor(reader, actor, params.id))
    const { bytes } = await printOnboardingReport(
      pdfPrinterFor(context, actor, reply),
      onboardingReportDocument(report, folder),
    )
    sendPdf(reply, fileNameOf(report), bytes)
  })
}
