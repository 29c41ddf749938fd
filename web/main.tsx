import './kit/jitless.ts'
import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { LucideProvider } from 'lucide-react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CallError } from './kit/call.ts'
import { portalConfig } from './kit/config.ts'
import { createQueryClient } from './kit/query-client.ts'
import { showCarriedToast } from './kit/toast-store.ts'
import { Toaster } from './kit/Toaster.tsx'
import { TooltipProvider } from './kit/Tooltip.tsx'
import { openFromNotifications } from './push-subscriptions/open-from-notification.ts'
import { createAppRouter, preloadPage } from './router.tsx'
import { AuthProvider } from './session/AuthProvider.tsx'
import { showProviderConfirmation } from './session/provider-confirmation.ts'
import { ReauthenticationProvider } from './session/Reauthentication.tsx'
import { SignInAgainProvider } from './session/SignInAgain.tsx'

const client = createQueryClient()
const router = createAppRouter(client)
preloadPage(router)

createRoot(document.getElementById('root') as HTMLElement, {
  // What a call answered is shown in the page's place (PageFailed); only our own faults belong in the console.
  // oxlint-disable-next-line no-console
  onCaughtError: (error) => error instanceof CallError || console.error(error),
}).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <LucideProvider size={16} strokeWidth={1.75}>
        <TooltipProvider>
          <SignInAgainProvider>
            <AuthProvider>
              <ReauthenticationProvider>
                <RouterProvider router={router} />
              </ReauthenticationProvider>
            </AuthProvider>
          </SignInAgainProvider>
          <Toaster />
        </TooltipProvider>
      </LucideProvider>
    </QueryClientProvider>
  </StrictMode>,
)
if (portalConfig().signedIn) openFromNotifications((path) => router.history.push(path))
showCarriedToast()
showProviderConfirmation()
// Shows a page of the portal's own where a page can't be loaded; without it the browser shows its own.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  addEventListener('load', () => void navigator.serviceWorker.register('/service-worker.js').catch(() => {}))
