import { Building2 } from 'lucide-react'
import { useEffect } from 'react'
import { buttonStyle } from '../kit/button-style.ts'
import { classes } from '../kit/classes.ts'
import { portalConfig } from '../kit/config.ts'
import { isSignedIn } from './calls.ts'
import { texts } from './words.ts'

type ProviderSignInProps = {
  /** The page to open afterward. */
  next: string
  /** Over a page with unsaved work: the provider opens in a new tab, and this one continues afterward. */
  onSignedInElsewhere: (() => void) | null
}

/** At the firm's OpenID Connect provider, where there is one. */
export function ProviderSignIn({ next, onSignedInElsewhere }: ProviderSignInProps) {
  const { signIn } = portalConfig()
  useEffect(() => {
    if (onSignedInElsewhere === null) return
    const check = () => void isSignedIn().then((signedIn) => signedIn && onSignedInElsewhere())
    addEventListener('focus', check)
    return () => removeEventListener('focus', check)
  }, [onSignedInElsewhere])
  if (signIn === null) return null
  const wasRefused = new URLSearchParams(location.search).get('provider') === 'refused'
  return (
    <div className="mt-5 border-t border-line pt-4">
      <a
        href={`/api/login/provider?next=${encodeURIComponent(next)}${wasRefused ? '&again=yes' : ''}`}
        target={onSignedInElsewhere === null ? undefined : '_blank'}
        rel={onSignedInElsewhere === null ? undefined : 'noreferrer'}
        className={classes(buttonStyle(), 'w-full')}
      >
        <Building2 />
        <span className="min-w-0 truncate">Sign in with {signIn.name}</span>
      </a>
      <p className="mt-2 text-meta text-ink-3">
        {signIn.isRequired ? texts.teamSignsInHere : 'For our team only.'}
        {onSignedInElsewhere !== null && ` ${texts.opensNewTab}`}
      </p>
    </div>
  )
}

/** Why the provider sent the browser back without a session. */
export function providerProblem(search: string): string | null {
  const name = portalConfig().signIn?.name
  if (name === undefined) return null
  const outcome = new URLSearchParams(search).get('provider')
  if (outcome === 'refused') return texts.providerDeclined(name)
  if (outcome === 'unavailable') return texts.providerUnavailable
  return outcome === 'too-many' ? texts.tooManyAttempts : null
}

/** The provider confirmed the user, and the portal's own second factor is missing. */
export const isCodeWanted = (search: string) =>
  portalConfig().signIn !== null && new URLSearchParams(search).get('provider') === 'code'
