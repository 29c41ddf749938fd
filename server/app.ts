// The portal as one Fastify app, made from its parts. main.ts and the tests call the same function.
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { endpoints } from '../api/index.ts'
import { assignmentRoutes } from './assignments/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { clientFolderRoutes } from './client-folders/routes.ts'
import { companionRoutes } from './companion/routes.ts'
import type { Config } from './config.ts'
import { constraintSentences } from './constraints.ts'
import { contractRoutes } from './contracts/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { documentRequestRoutes } from './document-requests/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { draftRoutes } from './drafts/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { firstStepRoutes } from './first-steps/routes.ts'
import { folderAccessRequestRoutes } from './folder-access-requests/routes.ts'
import { folderContactRoutes } from './folder-contacts/routes.ts'
import { folderExportRoutes } from './folder-exports/routes.ts'
import { hrAssistantRoutes } from './hr-assistant/routes.ts'
import { filledFormScope, hrFormRoutes } from './hr-forms/routes.ts'
import { hrPolicyRoutes } from './hr-policies/routes.ts'
import { house } from './house.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { connectionTimeouts, limitConnections } from './kit/connection-limits.ts'
import { answerUnreadableAddress, guardTheDoor } from './kit/door.ts'
import { answerHealth } from './kit/health.ts'
import { isLong, shedLoad } from './kit/load-shedding.ts'
import { logAnswers } from './kit/log.ts'
import { refuseOtherMethods } from './kit/other-methods.ts'
import type { Parts } from './app-context.ts'
import { binder } from './kit/serve.ts'
import { leadToSignIn } from './sessions/redirect-to-sign-in.ts'
import { lawChangeRoutes } from './law-changes/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { objectRoutes, uploadScope } from './objects/routes.ts'
import { servePages } from './pages/routes.ts'
import { onboardingReportRoutes } from './onboarding-reports/routes.ts'
import { outboxRoutes } from './outbox/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { proposalRoutes } from './proposals/routes.ts'
import { referenceRoutes } from './reference/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { requestStatusRoutes } from './request-status/routes.ts'
import { retentionRoutes } from './retention/routes.ts'
import { serviceRateRoutes } from './service-rates/routes.ts'
import { serviceRequestRoutes } from './service-requests/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { signatureRoutes } from './signatures/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { staffNoteRoutes } from './staff-notes/routes.ts'
import { statementRoutes } from './statements/routes.ts'
import { testDataRoutes } from './test-data/routes.ts'
import { userRoutes } from './users/routes.ts'
import { verificationScope } from './verification/routes.ts'
import { metricsRoute } from './watch/metrics.ts'
import { statusRoutes } from './watch/routes.ts'
import { waitingRoutes } from './waiting/routes.ts'
import { viewingRoutes } from './viewing/routes.ts'
import { wellKnownRoutes } from './well-known.ts'

const jsonLimitBytes = 256 * 1024

export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, db } = parts
  const app = Fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonLimitBytes,
    ...connectionTimeouts(config.trustProxy !== false),
    trustProxy: trusted(config.trustProxy),
    forceCloseConnections: 'idle',
    frameworkErrors: answerUnreadableAddress(config.publicUrl),
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
  })
  logAnswers(app)
  guardTheDoor(app, config.publicUrl, constraintSentences)
  limitConnections(app, isLong)
  shedLoad(app, endpoints)
  leadToSignIn(app, endpoints)
  refuseOtherMethods(app, endpoints)
  metricsRoute(app, parts)
  await app.register(cookie)
  const on = binder(app, parts, house)
  // First, because a hook applies to the routes after it.
  statusRoutes(on, app, parts)
  wellKnownRoutes(app, config)

  assignmentRoutes(on)
  auditRoutes(on, parts)
  calendarRoutes(on, app, parts)
  clientFolderRoutes(on)
  companionRoutes(on, parts)
  contractRoutes(on, parts)
  dashboardRoutes(on)
  documentRequestRoutes(on)
  documentRoutes(on, parts)
  draftRoutes(on, parts)
  eventRoutes(on, parts.live, db)
  firstStepRoutes(on, config)
  folderAccessRequestRoutes(on)
  folderContactRoutes(on)
  waitingRoutes(on)
  folderExportRoutes(on, parts)
  hrAssistantRoutes(on, parts)
  hrFormRoutes(on, parts)
  await app.register(filledFormScope(parts))
  hrPolicyRoutes(on, parts)
  invoiceRoutes(on, parts)
  lawChangeRoutes(on)
  messageRoutes(on)
  noticeRoutes(on)
  objectRoutes(on, parts)
  await app.register(uploadScope(parts))
  await app.register(verificationScope(parts))
  onboardingReportRoutes(on, parts)
  outboxRoutes(on, parts)
  passkeyRoutes(on, config)
  passwordRoutes(on, config)
  profileRoutes(on)
  proposalRoutes(on, parts)
  referenceRoutes(on, config)
  searchRoutes(on)
  reportRoutes(on)
  requestStatusRoutes(on)
  retentionRoutes(on, parts)
  serviceRateRoutes(on)
  serviceRequestRoutes(on)
  secondFactorRoutes(on, parts)
  sessionRoutes(on, parts)
  signatureRoutes(on, parts)
  staffRoutes(on, config)
  staffNoteRoutes(on)
  statementRoutes(on, parts)
  testDataRoutes(on, config)
  userRoutes(on, config)
  viewingRoutes(on)

  answerHealth(app, parts, { files: () => parts.files.check() })
  await servePages(app, parts)
  return app
}

/** How far X-Forwarded-For is believed; a number means that many proxies stand in front of us. */
const trusted = (setting: Config['trustProxy']) =>
  typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
