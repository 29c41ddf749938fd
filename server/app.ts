// Builds the Fastify app from the app context. main.ts and the tests call the same function.
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { endpoints } from '../api/index.ts'
import { accessReviewRoutes } from './access-reviews/routes.ts'
import { assignmentRoutes } from './assignments/routes.ts'
import { auditRoutes } from './audit-log/routes.ts'
import { bulkActionRoutes } from './bulk-actions/routes.ts'
import { clientImportRoutes, clientImportScope } from './client-imports/routes.ts'
import { documentImportRoutes } from './document-imports/routes.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { clientFolderRoutes } from './client-folders/routes.ts'
import { companionRoutes } from './uploads/companion-routes.ts'
import type { Config } from './config.ts'
import { constraintSentences } from './constraints.ts'
import { contractRoutes } from './contracts/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { deadlineRoutes } from './deadlines/routes.ts'
import { documentRequestRoutes } from './document-requests/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { draftRoutes } from './drafts/routes.ts'
import { employeeAcknowledgmentRoutes } from './employee-acknowledgments/routes.ts'
import { employeeImportRoutes } from './employee-imports/routes.ts'
import { employeeRoutes } from './employees/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { firmSettingsScope } from './firm-settings/routes.ts'
import { setupChecklistRoutes } from './setup-checklist/routes.ts'
import { folderAccessRequestRoutes } from './folder-access-requests/routes.ts'
import { folderContactRoutes } from './folder-contacts/routes.ts'
import { followUpRoutes } from './follow-ups/routes.ts'
import { folderMemberRoutes } from './folder-members/routes.ts'
import { folderExportRoutes } from './folder-exports/routes.ts'
import { handbookRoutes } from './handbooks/routes.ts'
import { hrAssistantRoutes } from './hr-assistant/routes.ts'
import { filledFormScope, hrFormRoutes } from './hr-forms/routes.ts'
import { hrPolicyRoutes } from './hr-policies/routes.ts'
import { endpointHooks } from './endpoint-hooks.ts'
import { bookRoutes } from './books/routes.ts'
import { creditNoteRoutes } from './credit-notes/routes.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { connectionTimeouts, limitConnections } from './kit/connection-limits.ts'
import { onlinePaymentRoutes, stripeEventScope } from './payments-online/routes.ts'
import { answerMalformedUrl, addHttpDefaults } from './kit/http-defaults.ts'
import { answerHealth } from './kit/health.ts'
import { callerBySession, isLong, shedLoad } from './kit/load-shedding.ts'
import { logAnswers } from './kit/log.ts'
import { refuseOtherMethods } from './kit/other-methods.ts'
import type { AppContext } from './app-context.ts'
import { binder } from './kit/serve.ts'
import { cookieName } from './kit/session.ts'
import { redirectToSignIn } from './sessions/redirect-to-sign-in.ts'
import { lawChangeRoutes } from './law-changes/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { modelPolicyRoutes } from './model-policies/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { objectRoutes, uploadScope } from './uploads/routes.ts'
import { servePages } from './pages/routes.ts'
import { onboardingReportRoutes } from './onboarding-reports/routes.ts'
import { emailLogRoutes } from './email-log/routes.ts'
import { ownFormRoutes } from './own-forms/routes.ts'
import { ownPolicyRoutes } from './own-policies/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { proposalRoutes } from './proposals/routes.ts'
import { providerSignInRoutes } from './provider-sign-in/routes.ts'
import { referenceRoutes } from './reference/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { requestStatusRoutes } from './request-status/routes.ts'
import { retainerRoutes } from './retainers/routes.ts'
import { retentionRoutes } from './retention/routes.ts'
import { savedReplyRoutes } from './saved-replies/routes.ts'
import { serviceRateRoutes } from './service-rates/routes.ts'
import { serviceRequestRoutes } from './service-requests/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { signatureRoutes } from './signatures/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { bookingRoutes } from './bookings/routes.ts'
import { staffCoverRoutes } from './staff-covers/routes.ts'
import { staffNoteRoutes } from './staff-notes/routes.ts'
import { statementRoutes } from './statements/routes.ts'
import { clientPriceRoutes } from './client-prices/routes.ts'
import { invoicePlanRoutes } from './invoice-plans/routes.ts'
import { timeEntryRoutes } from './time-entries/routes.ts'
import { trainingRecordRoutes } from './training-records/routes.ts'
import { taskRoutes } from './tasks/routes.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { agreementTemplateRoutes } from './agreement-templates/routes.ts'
import { receivedEmailRoutes } from './received-emails/routes.ts'
import { pushSubscriptionRoutes } from './push-subscriptions/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { jobTemplateRoutes } from './job-templates/routes.ts'
import { testDataRoutes } from './test-data/routes.ts'
import { userRoutes } from './users/routes.ts'
import { verificationScope } from './verification/routes.ts'
import { statusRoutes } from './monitoring/routes.ts'
import { toDoRoutes } from './to-dos/routes.ts'
import { agreementRoutes } from './agreements/routes.ts'
import { workQueueRoutes } from './work-queue/routes.ts'
import { impersonationRoutes } from './impersonation/routes.ts'
import { wellKnownRoutes } from './well-known.ts'

const jsonLimitBytes = 256 * 1024

export async function buildApp(context: AppContext): Promise<FastifyInstance> {
  const { config, db } = context
  const app = Fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonLimitBytes,
    ...connectionTimeouts(config.trustProxy !== false),
    trustProxy: trusted(config.trustProxy),
    forceCloseConnections: 'idle',
    frameworkErrors: answerMalformedUrl(config.publicUrl),
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
  })
  logAnswers(app)
  addHttpDefaults(app, config.publicUrl, constraintSentences)
  limitConnections(app, isLong, config.trustProxy === false ? {} : { connectionsOfNetwork: Infinity })
  shedLoad(app, endpoints, { callerOf: callerBySession(cookieName(config.publicUrl)) })
  redirectToSignIn(app, endpoints)
  refuseOtherMethods(app, endpoints)
  // Imported only when enabled, because the metrics library slows the start.
  if (config.metrics !== undefined) (await import('./monitoring/metrics.ts')).metricsRoute(app, context)
  await app.register(cookie)
  const on = binder(app, context, endpointHooks)
  // Registered first, because a hook applies only to the routes after it.
  statusRoutes(on, app, context)
  wellKnownRoutes(app, config)

  accessReviewRoutes(on)
  apiKeyRoutes(on)
  assignmentRoutes(on)
  auditRoutes(on, context)
  bulkActionRoutes(on, context)
  clientImportRoutes(on)
  documentImportRoutes(on, context)
  calendarRoutes(on, app, context)
  bookingRoutes(on, app, context)
  clientFolderRoutes(on, context)
  companionRoutes(on, context)
  contractRoutes(on, context)
  dashboardRoutes(on)
  deadlineRoutes(on)
  taskRoutes(on)
  agreementTemplateRoutes(on)
  jobTemplateRoutes(on)
  timeEntryRoutes(on)
  clientPriceRoutes(on)
  retainerRoutes(on)
  invoicePlanRoutes(on)
  documentRequestRoutes(on)
  documentRoutes(on, context)
  draftRoutes(on, context)
  employeeAcknowledgmentRoutes(on)
  employeeRoutes(on)
  employeeImportRoutes(on)
  eventRoutes(on, context.live, db)
  setupChecklistRoutes(on, config)
  folderAccessRequestRoutes(on)
  folderContactRoutes(on)
  followUpRoutes(on)
  folderMemberRoutes(on)
  toDoRoutes(on)
  workQueueRoutes(on)
  agreementRoutes(on)
  folderExportRoutes(on, context)
  handbookRoutes(on, context)
  hrAssistantRoutes(on, context)
  hrFormRoutes(on, context)
  await app.register(filledFormScope(context))
  await app.register(clientImportScope(context))
  hrPolicyRoutes(on, context)
  invoiceRoutes(on, context)
  onlinePaymentRoutes(on, context)
  await app.register(stripeEventScope(context))
  creditNoteRoutes(on, context)
  bookRoutes(on)
  lawChangeRoutes(on)
  messageRoutes(on)
  modelPolicyRoutes(on, context)
  notificationRoutes(on)
  objectRoutes(on, context)
  await app.register(firmSettingsScope(context))
  await app.register(uploadScope(context))
  await app.register(verificationScope(context))
  onboardingReportRoutes(on, context)
  emailLogRoutes(on, context)
  ownFormRoutes(on, context)
  ownPolicyRoutes(on)
  passkeyRoutes(on, config)
  passwordRoutes(on, config)
  profileRoutes(on)
  proposalRoutes(on, context)
  providerSignInRoutes(on, context)
  referenceRoutes(on, config)
  searchRoutes(on, context)
  reportRoutes(on, context)
  requestStatusRoutes(on)
  retentionRoutes(on, context)
  savedReplyRoutes(on, context)
  serviceRateRoutes(on)
  serviceRequestRoutes(on)
  secondFactorRoutes(on, context)
  sessionRoutes(on, context)
  signatureRoutes(on, context)
  staffRoutes(on, config)
  staffCoverRoutes(on)
  staffNoteRoutes(on)
  statementRoutes(on, context)
  trainingRecordRoutes(on, context)
  testDataRoutes(on, config)
  userRoutes(on, config)
  impersonationRoutes(on)
  webhookRoutes(on, context)
  pushSubscriptionRoutes(on, context)
  receivedEmailRoutes(on, context)

  answerHealth(app, context, { files: () => context.files.check() })
  await servePages(app, context)
  return app
}

/** How far X-Forwarded-For is trusted; a number is the count of proxies in front of the portal. */
const trusted = (setting: Config['trustProxy']) =>
  typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
