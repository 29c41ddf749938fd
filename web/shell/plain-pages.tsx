import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Link, useMatches, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonStyle } from '../kit/button-style.ts'
import { CallError } from '../kit/call.ts'
import { portalConfig } from '../kit/config.ts'
import { EmptyState, ErrorState } from '../kit/EmptyState.tsx'
import { FirmContact } from '../kit/FirmContact.tsx'
import { usePageTitle } from '../kit/page-title.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Ridge } from '../kit/Ridge.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useHome } from '../session/names.ts'
import { texts } from './words.ts'

interface PageLink {
  href: string
  label: string
}

type PlainPageProps = { title: string; first?: PageLink | false; children: ReactNode }

/** A page with one message and a link home. `first`: where to go instead. */
function PlainPage({ title, first = false, children }: PlainPageProps) {
  usePageTitle(title)
  return (
    <div className="mx-auto max-w-[560px] py-10 sm:py-16">
      <Ridge className="h-20 w-full rounded-lg" />
      <h1 className="mt-6 font-display text-title-phone text-ink sm:text-title">{title}</h1>
      <div className="mt-2 text-lead text-ink-2">{children}</div>
      {/* Full page loads: signed-out users get the public page, which is a separate document. */}
      <div className="mt-6 flex flex-wrap gap-2">
        {first !== false && (
          <a href={first.href} className={buttonStyle('primary')}>
            {first.label}
          </a>
        )}
        <a href="/" className={buttonStyle(first === false ? 'primary' : 'secondary')}>
          Go to home page
        </a>
      </div>
      {!portalConfig().signedIn && <FirmContact className="mt-6 text-body text-ink-2" />}
    </div>
  )
}

export function NotFoundPage() {
  return <PlainPage title="404 Page Not Found">{texts.notFound}</PlainPage>
}

type LinkNotFoundProps = { noun: string; action: PageLink | false }

/** A private link that leads to nothing: often a part of it was lost on the way. */
export function LinkNotFoundPage({ noun, action }: LinkNotFoundProps) {
  return (
    <PlainPage title={`We couldn’t find this ${noun}`} first={action}>
      {texts.linkNotFound}
    </PlainPage>
  )
}

export function NoAccessPage() {
  return <PlainPage title="You don’t have access to this page">{texts.noAccess}</PlainPage>
}

export function PageLoading() {
  const { noun = 'page' } = useMatches().at(-1)?.staticData ?? {}
  return (
    <Panel flush>
      <SkeletonRows rows={8} label={`Loading the ${noun}`} />
    </Panel>
  )
}

/** A page that could not be loaded: it does not exist for this user, or the server did not reply. */
export function PageFailed({ error }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const { noun } = useMatches().at(-1)?.staticData ?? {}
  if (noun !== undefined && error instanceof CallError && error.status === 404) return <ItemNotFound noun={noun} />
  const tryAgain = async () => {
    // The page's code may have failed to load, and nothing else retries that.
    for (const { routeId } of router.state.matches) await router.loadRouteChunk(router.routesById[routeId])
    queries.reset()
    await router.invalidate()
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

function ItemNotFound({ noun }: { noun: string }) {
  return (
    <>
      <PageHeader home={useHome()} title={noun.charAt(0).toUpperCase() + noun.slice(1)} />
      <Panel>
        <EmptyState title={`We couldn’t find this ${noun}`}>
          It may have been deleted, or you may not have access to it.
        </EmptyState>
      </Panel>
    </>
  )
}
