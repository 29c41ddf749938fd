// Every page of the app: its address and its file. Who may use it stands with the address in api/pages.ts.
import type { ComponentType } from 'react'
import type { Who } from '../api/kit/endpoint.ts'
import { pages as addresses } from '../api/pages.ts'

type Address = (typeof addresses)[number]['path']
type Load = () => Promise<{ default: ComponentType }>

export interface AppPage {
  path: Address
  who: Who
  load: Load
  /** Fills the screen by itself, without rail or header. */
  isWholeScreen: boolean
}

function page(path: Address, load: Load, { isWholeScreen = false } = {}): AppPage {
  const who = addresses.find((address) => address.path === path)?.who ?? 'signed-in'
  // Signed out, the start page is the landing page, which is another document.
  return { path, who: path === '/' ? 'signed-in' : who, load, isWholeScreen }
}

export const appPages: AppPage[] = [
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
]
