import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SetupStepName, SetupChecklist } from '../../domain/setup-checklist.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { MailStep } from './MailStep.tsx'
import { Settings } from './Settings.tsx'
import type { SearchParams } from '../kit/url-state.ts'

/** How a step is done, and the way there. */
export function StepContent({ name, all }: { name: SetupStepName; all: SetupChecklist }) {
  switch (name) {
    case 'firm':
      return (
        <Settings names={all.missingSettings}>
          Your company name and address appear on your website, documents, and emails. The portal is showing
          placeholders until you set them.
        </Settings>
      )
    case 'address':
      return (
        <Settings names={['PUBLIC_URL']}>
          Links in emails point to {all.publicUrl}, which works only on this computer. Set the web address that people
          use. Use https, so that sessions and documents are encrypted in transit.
        </Settings>
      )
    case 'mail':
      return <MailStep all={all} />
    case 'second-factor':
      return (
        <Way to="/account" label="Open your account">
          Require a code from your phone in addition to your password, so a stolen password isn’t enough to sign in.
        </Way>
      )
    case 'staff':
      return (
        <Way to="/" search={{ tab: 'staff' }} label="Open Staff Management">
          Staff accept requests and manage client folders. They’ll get an email to choose a password.
        </Way>
      )
    case 'rate-cards':
      return (
        <Way to="/rate-cards" search={{ create: 'true' }} label="Add a rate card">
          Proposals use the prices on your rate cards.
        </Way>
      )
    case 'back-up':
      return (
        <>
          <p>
            On the server, run <Code>npm run backup</Code>. You don’t need to stop the portal. Store a copy of the
            master key somewhere else: backups can’t be restored without it. Then schedule the command to run every
            night.
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
