import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FirstStepName, FirstSteps } from '../../domain/first-steps.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { MailStep } from './MailStep.tsx'
import { Settings } from './Settings.tsx'
import type { SearchParams } from '../kit/url-state.ts'

/** How a step is done, and the way there. */
export function StepContent({ name, all }: { name: FirstStepName; all: FirstSteps }) {
  switch (name) {
    case 'firm':
      return (
        <Settings names={all.missingSettings}>
          Your name and address stand on the public site, on papers and under letters. So far the portal shows neutral
          words in their place.
        </Settings>
      )
    case 'address':
      return (
        <Settings names={['PUBLIC_URL']}>
          Links in letters lead to {all.publicUrl}, which opens on this computer only. Set the address that people type;
          with https, so that sessions and papers travel encrypted.
        </Settings>
      )
    case 'mail':
      return <MailStep all={all} />
    case 'second-factor':
      return (
        <Way to="/account" label="Open your account">
          Besides your password, a code from an app on your phone: somebody who learns the password alone cannot sign in
          as an administrator.
        </Way>
      )
    case 'staff':
      return (
        <Way to="/" search={{ tab: 'staff' }} label="Open Staff Management">
          Staff take up requests and run client folders. They get a link and choose their own password.
        </Way>
      )
    case 'rate-cards':
      return (
        <Way to="/rate-cards" search={{ create: 'true' }} label="Add a rate card">
          Proposals take their prices from the rate cards, so that nobody types a price twice.
        </Way>
      )
    case 'back-up':
      return (
        <>
          <p>
            Where the portal is started, run <Code>npm run backup</Code>, also while it runs. Keep a copy of the master
            key apart: without it a back-up cannot be read. Then let it run every night.
          </p>
        </>
      )
  }
}

type WayProps = { to: '/account' | '/' | '/rate-cards'; search?: SearchParams; label: string }

const Way = ({ to, search = {}, label, children }: WayProps & { children: ReactNode }) => (
  <>
    <p>{children}</p>
    <Link to={to} search={search} className={`${buttonStyle('secondary')} mt-3`}>
      {label}
    </Link>
  </>
)

const Code = ({ children }: { children: ReactNode }) => (
  <code className="rounded-sm bg-mist-2 px-1.5 py-0.5 text-meta text-ink">{children}</code>
)
