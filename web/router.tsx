import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
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
    component: lazyRouteComponent(load),
    staticData: { who, isWholeScreen },
  })

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
