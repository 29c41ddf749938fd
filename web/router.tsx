// Every page of the app: its address and its file. Who may use it is declared with the address in api/pages.ts.
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Who } from '../api/kit/endpoint.ts'
import { type PagePath, rolesThatMayOpen } from '../api/pages.ts'
import { readOwnUser } from '../api/sessions.ts'
import { ownUserKey } from './session/AuthProvider.tsx'
import { mayOpen } from './session/use-may.ts'
import type { OwnUser } from '../domain/session.ts'
import { call, CallError } from './kit/call.ts'
import type { PageLoad } from './kit/page-load.ts'
import { folderSearch } from './client-folders/folder-search.ts'
import { employerSearch } from './hr-policies/employer-search.ts'
import { parseSearch, type SearchName, stringifySearch, validateSearch } from './kit/url-state.ts'
import { Frame } from './shell/Frame.tsx'
import { NotFoundPage, PageFailed, PageLoading } from './shell/plain-pages.tsx'

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Frame,
  notFoundComponent: NotFoundPage,
  // The side panel can be open on any page.
  validateSearch: validateSearch<'panel'>(['panel']),
})

/** `/invoices/:id` is `/invoices/$id` to the router. */
type RoutePath<Path extends string> = Path extends `${infer Start}:${infer End}` ? `${Start}$${RoutePath<End>}` : Path

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    who?: Who
    /** Fills the screen without rail or header. */
    isWholeScreen?: boolean
    /** What the page shows one of: "invoice". */
    noun?: string
  }
}

type ParamOf<Path> = Path extends `${string}:${infer Name}/${infer End}`
  ? Name | ParamOf<End>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The module of a page: its component and its loader. */
type LoadPage<Path> = () => Promise<{
  // Its type depends on the routes, so they can't depend on it.
  default: unknown
  load?: (input: PageLoad<ParamOf<Path>>) => Promise<unknown>
}>

type PageOptions<Name> = Pick<StaticDataRouteOption, 'isWholeScreen' | 'noun'> & {
  /** The search parameters in its address. */
  search?: readonly Name[]
}

function page<Path extends PagePath, Name extends SearchName = never>(
  path: Path,
  file: LoadPage<Path>,
  { search = [], ...options }: PageOptions<Name> = {},
) {
  // Signed out, the start page is the landing page, which is another document.
  const who: Who = path === '/' ? 'signed-in' : rolesThatMayOpen(path)
  const open = () => file().catch(whyMissing)
  return createRoute({
    getParentRoute: () => root,
    path: path.replaceAll(':', '$') as RoutePath<Path>,
    validateSearch: validateSearch<Name>(search),
    component: lazyRouteComponent(open as () => Promise<{ default: ComponentType }>),
    loader: async ({ context: { client }, params, location }) => {
      const { load } = await open()
      const user = client.getQueryData<OwnUser>(ownUserKey)
      if (user && !user.needsSecondFactor && mayOpen(who, user))
        await load?.({ client, user, params: params as Record<ParamOf<Path>, string>, search: location.search })
    },
    staticData: { who, ...options },
  })
}

/**
 * When the code of a page is missing because a newer release has other files, the router reloads the whole document. Without a
 * network that would replace the open page by the browser's error page, so report it in the page instead.
 */
async function whyMissing(error: unknown): Promise<never> {
  await call(readOwnUser).catch((failed: unknown) => {
    if (failed instanceof CallError && failed.status === 0) throw failed
  })
  throw error
}

const agreementSearch = ['q', 'status', 'folder', 'order', 'create'] as const
const folderListSearch = ['folders', 'whose', 'status', 'staff', 'order'] as const
const clientSearch = [...folderSearch, 'folder'] as const

const routeTree = root.addChildren([
  page('/', () => import('./dashboard/DashboardPage.tsx'), {
    search: [...clientSearch, ...folderListSearch, 'business', 'open', 'view'],
  }),
  page('/client-folders', () => import('./client-folders/ClientFoldersPage.tsx'), { search: folderListSearch }),
  page('/client-folders/:id', () => import('./client-folders/ClientFolderPage.tsx'), {
    search: [...folderSearch, 'open'],
    noun: 'folder',
  }),
  page('/bulk-actions', () => import('./bulk-actions/BulkActionsPage.tsx')),
  page('/bulk-actions/:id', () => import('./bulk-actions/BulkActionPage.tsx'), {
    search: ['status'],
    noun: 'bulk action',
  }),
  page('/document-imports', () => import('./document-imports/DocumentImportsPage.tsx')),
  page('/document-imports/:id', () => import('./document-imports/DocumentImportPage.tsx'), {
    search: ['status'],
    noun: 'import',
  }),
  page('/client-imports', () => import('./client-imports/ClientImportsPage.tsx')),
  page('/client-imports/:id', () => import('./client-imports/ClientImportPage.tsx'), {
    search: ['status'],
    noun: 'import',
  }),
  page('/messages', () => import('./client-home/MessagesPage.tsx'), { search: clientSearch }),
  page('/documents', () => import('./client-home/DocumentsPage.tsx'), { search: clientSearch }),
  page('/agreements', () => import('./client-home/AgreementsPage.tsx'), { search: clientSearch }),
  page('/waiting', () => import('./messages/NeedsReplyPage.tsx')),
  page('/notifications', () => import('./notifications/NotificationsPage.tsx')),
  page('/contracts', () => import('./contracts/ContractsPage.tsx'), { search: agreementSearch }),
  page('/contracts/:id', () => import('./contracts/ContractPage.tsx'), { search: ['open'], noun: 'contract' }),
  page('/proposals', () => import('./proposals/ProposalsPage.tsx'), { search: agreementSearch }),
  page('/proposals/:id', () => import('./proposals/ProposalPage.tsx'), { noun: 'proposal' }),
  page('/onboarding-reports/:id', () => import('./onboarding-reports/OnboardingReportPage.tsx'), { noun: 'report' }),
  page('/client-folders/:id/statement', () => import('./statements/StatementPage.tsx'), { noun: 'statement' }),
  page('/invoices', () => import('./invoices/InvoicesPage.tsx'), { search: agreementSearch }),
  page('/invoices/:id', () => import('./invoices/InvoicePage.tsx'), { noun: 'invoice' }),
  page('/invoices/:id/pay', () => import('./payments-online/PayPage.tsx'), { noun: 'invoice' }),
  page('/hr-policies', () => import('./hr-policies/HrPoliciesPage.tsx'), {
    search: ['q', 'tab', 'only', ...employerSearch],
  }),
  page('/hr-policies/:slug', () => import('./hr-policies/HrPolicyPage.tsx'), {
    search: ['version', ...employerSearch],
    noun: 'policy',
  }),
  page('/hr-policies/:slug/model-policy', () => import('./model-policies/ModelPolicyPage.tsx'), {
    search: employerSearch,
    noun: 'policy',
  }),
  page('/own-forms', () => import('./own-forms/OwnFormsPage.tsx'), { search: ['tab'] }),
  page('/own-policies', () => import('./own-policies/OwnPoliciesPage.tsx'), { search: ['tab'] }),
  page('/hr-forms', () => import('./hr-forms/HrFormsPage.tsx'), { search: ['q', 'tab', 'who', 'form'] }),
  page('/time', () => import('./time-entries/TimePage.tsx'), {
    search: ['q', 'who', 'folder', 'status', 'view', 'from'],
  }),
  page('/tasks', () => import('./tasks/TasksPage.tsx'), {
    search: ['q', 'view', 'who', 'folder', 'order', 'from', 'create'],
  }),
  page('/follow-ups', () => import('./follow-ups/FollowUpsPage.tsx'), { search: ['kind'] }),
  page('/agreement-templates', () => import('./agreement-templates/AgreementTemplatesPage.tsx'), {
    search: ['q', 'tab', 'create'],
  }),
  page('/bookings', () => import('./bookings/BookingsPage.tsx'), { search: ['view', 'folder', 'create'] }),
  page('/job-templates', () => import('./job-templates/JobTemplatesPage.tsx'), { search: ['q', 'create'] }),
  page('/deadlines', () => import('./deadlines/DeadlinesPage.tsx'), { search: ['q', 'kind', 'status'] }),
  page('/law-changes', () => import('./law-changes/LawChangesPage.tsx'), {
    search: ['view', 'year', ...employerSearch],
  }),
  page('/saved-replies', () => import('./saved-replies/SavedRepliesPage.tsx'), { search: ['q', 'create'] }),
  page('/hr-assistant', () => import('./hr-assistant/HrAssistantPage.tsx'), { search: ['tab', 'conversation'] }),
  page('/rate-cards', () => import('./service-rates/ServiceRatesPage.tsx'), {
    search: ['q', 'type', 'status', 'order', 'create'],
  }),
  page('/documents/:id/sign', () => import('./signing/SignDocumentPage.tsx'), { isWholeScreen: true }),
  page('/contracts/:id/sign', () => import('./signing/SignContractPage.tsx'), { isWholeScreen: true }),
  page('/account', () => import('./account/AccountPage.tsx')),
  page('/user-management', () => import('./users/UserManagementPage.tsx'), {
    search: ['q', 'role', 'status', 'order', 'user', 'create'],
  }),
  page('/reports', () => import('./reports/ReportsPage.tsx'), { search: ['from', 'to', 'person', 'proposals'] }),
  page('/firm-settings', () => import('./firm-settings/FirmSettingsPage.tsx'), { search: ['tab'] }),
  page('/api-keys', () => import('./api-keys/ApiKeysPage.tsx'), { search: ['create'] }),
  page('/webhooks', () => import('./webhooks/WebhooksPage.tsx'), { search: ['create'] }),
  page('/access-review', () => import('./access-reviews/AccessReviewPage.tsx')),
  page('/audit', () => import('./audit-log/AuditPage.tsx'), {
    search: ['actorId', 'clientFolderId', 'entityType', 'entityId', 'action', 'from', 'to'],
  }),
  page('/retention', () => import('./retention/RetentionPage.tsx')),
  page('/received-emails', () => import('./received-emails/ReceivedEmailsPage.tsx'), { search: ['status', 'email'] }),
  page('/outbox', () => import('./email-log/EmailLogPage.tsx'), { search: ['q', 'status', 'order', 'email'] }),
  page('/status', () => import('./system-status/StatusPage.tsx')),
  page('/test-data', () => import('./test-data/TestDataPage.tsx')),
  page('/invitation/:token', () => import('./passwords/InvitationPage.tsx')),
  page('/password-reset/:token', () => import('./passwords/PasswordResetPage.tsx')),
  page('/sign-in/:token', () => import('./passwords/SignInLinkPage.tsx')),
  page('/set-up/:token', () => import('./passwords/SetUpPage.tsx')),
  page('/requests/:token', () => import('./request-status/RequestStatusPage.tsx')),
  page('/employee-handbook/:token', () => import('./employee-acknowledgments/EmployeeHandbookPage.tsx')),
  page('/book', () => import('./bookings/BookPage.tsx')),
  page('/bookings/:token', () => import('./bookings/BookingLinkPage.tsx')),
  page('/email-change/:token', () => import('./account/EmailChangePage.tsx')),
  page('/verify', () => import('./verification/VerifyPage.tsx')),
])

export const createAppRouter = (client: QueryClient) =>
  createRouter({
    routeTree,
    context: { client },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // TanStack Query caches the data.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
  })

/** Loads the code of the page at the address while the app asks who is signed in. */
export function preloadPage(router: ReturnType<typeof createAppRouter>): void {
  const { routeId } = router.matchRoutes(router.latestLocation).at(-1) ?? {}
  const route = Object.values(router.routesById).find(({ id }) => id === routeId)
  // If that fails, the router tries again and reports it.
  if (route !== undefined) router.loadRouteChunk(route)?.catch(() => {})
}
