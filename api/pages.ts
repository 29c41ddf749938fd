// The addresses of the portal's pages and who may use them. The server replies 404 for any other; the browser opens
// them (web/router.tsx) and shows "You don’t have access to this page" to everyone else.
import { administrators, team } from '../domain/roles.ts'
import type { Who } from './kit/endpoint.ts'

export interface PageAddress {
  readonly path: `/${string}`
  /** 'anyone': including signed-out visitors. Others are redirected to sign-in and back. */
  readonly who: Who
  /** Its address is a secret: it is not cached and not sent as a referrer, and a wrong one is a 404. */
  readonly isPrivate?: boolean
  /** Without the frame of other signed-in pages. */
  readonly isWholeScreen?: boolean
  /** Where the team has the same. An installed portal offers everyone the same shortcuts (web/manifest.webmanifest). */
  readonly teamAt?: `/${string}`
}

export const pages = [
  { path: '/', who: 'anyone' },
  { path: '/invitation/:token', who: 'anyone' },
  { path: '/password-reset/:token', who: 'anyone' },
  { path: '/sign-in/:token', who: 'anyone' },
  { path: '/set-up/:token', who: 'anyone' },
  { path: '/requests/:token', who: 'anyone', isPrivate: true },
  { path: '/employee-handbook/:token', who: 'anyone' },
  { path: '/book', who: 'anyone' },
  { path: '/bookings/:token', who: 'anyone', isPrivate: true },
  { path: '/email-change/:token', who: 'anyone' },
  { path: '/verify', who: 'anyone' },
  { path: '/client-folders', who: team },
  { path: '/bulk-actions', who: team },
  { path: '/client-imports', who: administrators },
  { path: '/client-imports/:id', who: administrators },
  { path: '/document-imports', who: administrators },
  { path: '/document-imports/:id', who: administrators },
  { path: '/bulk-actions/:id', who: team },
  // A client is redirected to the folder on their home page.
  { path: '/client-folders/:id', who: 'signed-in' },
  // Navigation of clients; the team has the same pages in each client folder.
  { path: '/messages', who: ['client'], teamAt: '/waiting' },
  { path: '/documents', who: ['client'], teamAt: '/client-folders' },
  { path: '/agreements', who: ['client'] },
  { path: '/waiting', who: team },
  { path: '/notifications', who: 'signed-in' },
  { path: '/contracts', who: 'signed-in' },
  { path: '/contracts/:id', who: 'signed-in' },
  { path: '/proposals', who: 'signed-in' },
  { path: '/proposals/:id', who: 'signed-in' },
  { path: '/onboarding-reports/:id', who: 'signed-in' },
  { path: '/client-folders/:id/statement', who: 'signed-in' },
  { path: '/invoices', who: 'signed-in' },
  { path: '/invoices/:id', who: 'signed-in' },
  { path: '/invoices/:id/pay', who: 'signed-in' },
  { path: '/rate-cards', who: 'signed-in' },
  { path: '/hr-policies', who: 'signed-in' },
  { path: '/hr-policies/:slug', who: 'signed-in' },
  { path: '/hr-policies/:slug/model-policy', who: 'signed-in' },
  { path: '/own-forms', who: team },
  { path: '/own-policies', who: team },
  { path: '/hr-forms', who: 'signed-in' },
  { path: '/law-changes', who: 'signed-in' },
  { path: '/deadlines', who: 'signed-in' },
  { path: '/time', who: team },
  { path: '/tasks', who: team },
  { path: '/follow-ups', who: team },
  { path: '/agreement-templates', who: administrators },
  { path: '/bookings', who: 'signed-in' },
  { path: '/job-templates', who: administrators },
  { path: '/saved-replies', who: team },
  { path: '/hr-assistant', who: 'signed-in' },
  { path: '/documents/:id/sign', who: 'signed-in', isWholeScreen: true },
  { path: '/contracts/:id/sign', who: 'signed-in', isWholeScreen: true },
  { path: '/account', who: 'signed-in' },
  { path: '/user-management', who: administrators },
  { path: '/reports', who: team },
  { path: '/firm-settings', who: administrators },
  { path: '/api-keys', who: administrators },
  { path: '/webhooks', who: administrators },
  { path: '/access-review', who: administrators },
  { path: '/received-emails', who: team },
  { path: '/audit', who: administrators },
  { path: '/retention', who: administrators },
  { path: '/outbox', who: administrators },
  { path: '/status', who: administrators },
  { path: '/test-data', who: administrators },
] as const satisfies readonly PageAddress[]

export type PagePath = (typeof pages)[number]['path']

export const rolesThatMayOpen = (path: PagePath): Who => pages.find((page) => page.path === path)?.who ?? []
