import type { ErrorComponentProps } from '@tanstack/react-router'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonStyle } from '../kit/button-style.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { usePageTitle } from '../kit/page-title.ts'
import { Ridge } from '../kit/Ridge.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'

/** A page that says one thing and shows the way home. */
function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <div className="mx-auto flex max-w-[560px] flex-col items-start py-16">
      <Ridge className="h-16 w-64 rounded-lg" />
      <h1 className="mt-6 font-display text-title-phone text-ink sm:text-title">{title}</h1>
      <div className="mt-2 text-lead text-ink-2">{children}</div>
      {/* A full load: whoever is signed out gets the public page, which is another document. */}
      <a href="/" className={`${buttonStyle('primary')} mt-6`}>
        Go to the start page
      </a>
    </div>
  )
}

export function NotFoundPage() {
  return (
    <PlainPage title="404 Page Not Found">
      There is no page at this address. It may have been moved, or the link may be incomplete.
    </PlainPage>
  )
}

export function NoAccessPage() {
  return (
    <PlainPage title="You don't have access to this page">
      It is for other roles than yours. If you need it for your work, ask an administrator.
    </PlainPage>
  )
}

export function PageLoading() {
  return <SkeletonRows label="Loading the page" />
}

export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  // What is missing may be the page's own code, which nothing else asks for again.
  const tryAgain = async () => {
    for (const { routeId } of router.state.matches) await router.loadRouteChunk(router.routesById[routeId])
    reset()
  }
  return (
    <>
      <ErrorState isPage error={error} onRetry={() => void tryAgain()} />
      <p className="text-center">
        <Link to="/" className="link finger-high font-semibold">
          Go to the dashboard
        </Link>
      </p>
    </>
  )
}
