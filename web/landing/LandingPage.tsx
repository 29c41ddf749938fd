import { LucideProvider } from 'lucide-react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { firstPublicSite, firstServices, publicPage } from '../../domain/public-site.ts'
import type { PortalConfig } from '../kit/config.ts'
import { useLazyCode } from '../kit/use-lazy-code.ts'
import { readToast, subscribeToToasts, toast } from '../kit/toast-store.ts'
import { About } from './About.tsx'
import type { OpenSignIn, SignInFor } from '../sign-in/sign-in-for.ts'
import { Contact } from './Contact.tsx'
import { useCurrentSection } from './current-section.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { Hero } from './Hero.tsx'
import { loadSignIn, loadToaster } from './late-parts.ts'
import { RequestService } from './RequestService.tsx'
import { ServiceDetails } from './ServiceDetails.tsx'
import { ServicesBand } from './ServicesBand.tsx'
import { Mission, WhoWeServe } from './WhoWeServe.tsx'
import { texts } from './words.ts'

type LandingProps = {
  config: PortalConfig
  /** React has taken over the page. */
  onReady?: (page: { openSignIn: OpenSignIn }) => void
}

/** The public page: prerendered at build time, brought to life a little after it is shown. */
export function LandingPage({ config, onReady }: LandingProps) {
  const [signingIn, setSigningIn] = useState(false)
  const [who, setWho] = useState<SignInFor>('staff')
  const openSignIn = useCallback((next: SignInFor) => {
    setWho(next)
    setSigningIn(true)
  }, [])
  const site = config.site ?? publicPage(firstPublicSite(config.provider.name), firstServices, '')
  useEffect(() => onReady?.({ openSignIn }), [onReady, openSignIn])
  return (
    <LucideProvider size={16} strokeWidth={1.75}>
      <a
        href="#main"
        className="absolute top-2 left-2 z-30 -translate-y-20 rounded-md bg-surface px-4 py-2 font-semibold text-link shadow-lift focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header provider={config.provider} current={useCurrentSection()} onSignIn={openSignIn} />
      <main id="main" tabIndex={-1}>
        <Hero site={site} />
        <ServicesBand services={site.services} kindsOfHelp={site.kindsOfHelp} />
        <WhoWeServe />
        <Mission />
        <ServiceDetails services={site.services} introduction={site.servicesIntroduction} />
        <About paragraphs={site.about} />
        <Contact provider={config.provider} hours={site.hours} booking={config.booking} />
        <RequestService services={site.services} provider={config.provider} />
      </main>
      <Footer provider={config.provider} />
      <LateSignIn who={who} open={signingIn} onOpenChange={setSigningIn} />
      <LateToaster />
    </LucideProvider>
  )
}

type LateSignInProps = { who: SignInFor; open: boolean; onOpenChange: (open: boolean) => void }

function LateSignIn({ who, open, onOpenChange }: LateSignInProps) {
  const found = useLazyCode(loadSignIn, open, () => {
    onOpenChange(false)
    toast.error(texts.signInNotLoaded)
  })
  return found && <found.default who={who} open={open} onOpenChange={onOpenChange} />
}

/** Toasts, and the code that draws them, from the first one on. */
function LateToaster() {
  const latest = useSyncExternalStore(
    subscribeToToasts,
    () => readToast()?.id,
    () => undefined,
  )
  const found = useLazyCode(loadToaster, latest)
  return found && <found.Toaster />
}
