import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { readOwnUser } from '../api/sessions.ts'
import { call, CallError } from './kit/call.ts'
import type { AppPage } from './pages.ts'
import { appPages } from './pages.ts'
import { Frame } from './shell/Frame.tsx'
import { NotFoundPage, PageFailed, PageLoading } from './shell/plain-pages.tsx'

const root = createRootRoute({ component: Frame, notFoundComponent: NotFoundPage })

/** `/client-folders/:id` is `/client-folders/$id` to the router. */
const routeOf = ({ path, who, load, isWholeScreen }: AppPage) =>
  createRoute({
    getParentRoute: () => root,
    path: path.replace(/:([A-Za-z]+)/g, '$$$1'),
    component: lazyRouteComponent(() => load().catch(whyMissing)),
    staticData: { who, isWholeScreen },
  })

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

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    who?: AppPage['who']
    isWholeScreen?: boolean
  }
}

export const router = createRouter({
  routeTree: root.addChildren(appPages.map(routeOf)),
  defaultPreload: 'intent',
  // Data is kept by TanStack Query; the router only fetches a page's code ahead.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
})
