// Every page of the app: its address and its file. Who may use it is declared with the address in api/pages.ts.
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Who } from '../api/kit/endpoint.ts'
import { type PagePath, whoMayOpen } from '../api/pages.ts'
import { readOwnUser } from '../api/sessions.ts'
import { call, CallError } from './kit/call.ts'
import { parseSearch, SearchParams, stringifySearch } from './kit/url-state.ts'
import { Frame } from './shell/Frame.tsx'
import { NotFoundPage, PageFailed, PageLoading } from './shell/plain-pages.tsx'

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Frame,
  notFoundComponent: NotFoundPage,
  validateSearch: SearchParams,
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
  }
}

// A page's own type depends on the routes, so they can't depend on it: `unknown`.
type LoadPage = () => Promise<{ default: unknown }>

function page<Path extends PagePath>(path: Path, load: LoadPage, { isWholeScreen = false } = {}) {
  // Signed out, the start page is the landing page, which is another document.
  const who: Who = path === '/' ? 'signed-in' : whoMayOpen(path)
  const loadPage = load as () => Promise<{ default: ComponentType }>
  return createRoute({
    getParentRoute: () => root,
    path: path.replaceAll(':', '$') as RoutePath<Path>,
    component: lazyRouteComponent(() => loadPage().catch(whyMissing)),
    staticData: { who, isWholeScreen },
  })
}

/**
 * Where a page's code is gone because a newer portal has other files, the router loads the whole document again. Without a
 * network that would put the browser's own error in the place of all that is open; then this says so instead.
 */
async function whyMissing(error: unknown): Promise<never> {
  await call(readOwnUser).catch((failed: unknown) => {
    if (failed instanceof CallError && failed.status === 0) throw failed
  })
  throw error
}

const routeTree = root.addChildren([
  page('/', () => import('./dashboard/DashboardPage.tsx')),
  page('/client-folders', () => import('./client-folders/ClientFoldersPage.tsx')),
  page('/client-folders/:id', () => import('./client-folders/ClientFolderPage.tsx')),
  page('/waiting', () => import('./messages/WaitingPage.tsx')),
  page('/notifications', () => import('./notices/NotificationsPage.tsx')),
  page('/contracts', () => import('./contracts/ContractsPage.tsx')),
  page('/contracts/:id', () => import('./contracts/ContractPage.tsx')),
  page('/proposals', () => import('./proposals/ProposalsPage.tsx')),
  page('/proposals/:id', () => import('./proposals/ProposalPage.tsx')),
  page('/onboarding-reports/:id', () => import('./onboarding-reports/OnboardingReportPage.tsx')),
  page('/client-folders/:id/statement', () => import('./statements/StatementPage.tsx')),
  page('/invoices', () => import('./invoices/InvoicesPage.tsx')),
  page('/invoices/:id', () => import('./invoices/InvoicePage.tsx')),
  page('/hr-policies', () => import('./hr-policies/HrPoliciesPage.tsx')),
  page('/hr-policies/:slug', () => import('./hr-policies/HrPolicyPage.tsx')),
  page('/hr-forms', () => import('./hr-forms/HrFormsPage.tsx')),
  page('/law-changes', () => import('./law-changes/LawChangesPage.tsx')),
  page('/hr-assistant', () => import('./hr-assistant/HrAssistantPage.tsx')),
  page('/rate-cards', () => import('./service-rates/ServiceRatesPage.tsx')),
  page('/documents/:id/sign', () => import('./signing/SignDocumentPage.tsx'), { isWholeScreen: true }),
  page('/contracts/:id/sign', () => import('./signing/SignContractPage.tsx'), { isWholeScreen: true }),
  page('/account', () => import('./account/AccountPage.tsx')),
  page('/user-management', () => import('./users/UserManagementPage.tsx')),
  page('/reports', () => import('./reports/ReportsPage.tsx')),
  page('/audit', () => import('./audit/AuditPage.tsx')),
  page('/retention', () => import('./retention/RetentionPage.tsx')),
  page('/outbox', () => import('./outbox/OutboxPage.tsx')),
  page('/status', () => import('./status/StatusPage.tsx')),
  page('/test-data', () => import('./test-data/TestDataPage.tsx')),
  page('/invitation/:token', () => import('./passwords/InvitationPage.tsx')),
  page('/password-reset/:token', () => import('./passwords/PasswordResetPage.tsx')),
  page('/set-up/:token', () => import('./passwords/SetUpPage.tsx')),
  page('/requests/:token', () => import('./request-status/RequestStatusPage.tsx')),
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
    // TanStack Query caches the data; the router only fetches a page's code ahead.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
  })
