import { Menu } from 'lucide-react'
import type { SyntheticEvent } from 'react'
import type { PortalConfig } from '../kit/config.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { classes } from '../kit/classes.ts'
import { Wordmark } from '../kit/Wordmark.tsx'
import { type OpenSignIn, type SignInFor, signInTitles } from '../sign-in/sign-in-for.ts'
import { sections } from './words.ts'

type HeaderProps = { provider: PortalConfig['provider']; current: string; onSignIn: OpenSignIn }

/** Everything here is a link, so that it works before JavaScript comes, and all but signing in without it. */
export function Header({ provider, current, onSignIn }: HeaderProps) {
  return (
    <header className="edge-on-scroll sticky top-0 z-20 border-b border-line bg-dawn">
      <div className="mx-auto flex h-16 max-w-[1200px] items-center gap-x-1.5 px-4 sm:gap-x-3 sm:px-6 md:h-[70px]">
        <a href="#home" className="mr-auto flex min-w-0 items-center rounded-sm coarse:min-h-11 md:mr-5">
          <Wordmark name={provider.name} logo={provider.logo} />
        </a>
        <nav aria-label="Main" className="mr-auto hidden md:block">
          <SectionLinks current={current} className="flex gap-1" linkClass="px-2.5 py-2" />
        </nav>
        <div className="hidden md:flex">
          <SignInButton who="client" onSignIn={onSignIn} />
          <SignInButton who="staff" onSignIn={onSignIn} />
        </div>
        {/* On phones the name has its place until the hero with its own button is passed; in the form it is no help. */}
        <a
          href="#request-service"
          className={classes(
            buttonStyle('primary'),
            'shrink-0 max-sm:px-2.5!',
            current === 'home' && 'max-sm:hidden!',
            current === 'request-service' && 'invisible max-sm:hidden!',
          )}
        >
          Request Service
        </a>
        <details className="group relative md:hidden">
          <summary
            aria-label="Menu"
            className="grid size-11 cursor-pointer list-none place-items-center rounded-md hover:bg-mist-2"
          >
            <Menu size={22} />
          </summary>
          <nav
            aria-label="Main"
            className="absolute top-full right-0 z-20 mt-1 w-56 rounded-lg border border-line bg-surface p-2 shadow-lift"
          >
            <SectionLinks current={current} className="grid" linkClass="px-3 py-2.5" onFollow={closeMenu} />
            <SignInButton who="client" onSignIn={onSignIn} className="mt-2 w-full justify-start px-3!" />
            <SignInButton who="staff" onSignIn={onSignIn} className="w-full justify-start px-3!" />
          </nav>
        </details>
      </div>
    </header>
  )
}

/** Opens the dialog; before React is there it is a link to the same page with the dialog open. */
function SignInButton({ who, onSignIn, className }: { who: SignInFor; onSignIn: OpenSignIn; className?: string }) {
  const open = (event: SyntheticEvent) => {
    event.preventDefault()
    onSignIn(who)
  }
  return (
    <a
      href={who === 'client' ? '/?signin=client' : '/?signin'}
      role="button"
      onClick={open}
      onKeyDown={(event) => event.key === ' ' && open(event)}
      className={classes(buttonStyle('ghost'), 'shrink-0', className)}
    >
      {signInTitles[who]}
    </a>
  )
}

const closeMenu = (event: SyntheticEvent) => event.currentTarget.closest('details')?.removeAttribute('open')

type LinksProps = {
  current: string
  className: string
  linkClass: string
  onFollow?: (event: SyntheticEvent) => void
}

export function SectionLinks({ current, className, linkClass, onFollow }: LinksProps) {
  return (
    <ul className={className}>
      {sections.map(({ id, label }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            onClick={onFollow}
            aria-current={current === id ? 'true' : undefined}
            className={classes(
              'flex items-center rounded-md text-panel font-medium text-ink-2 hover:text-ink aria-[current]:text-ink coarse:min-h-11',
              linkClass,
            )}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}
