import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SetupStepName, SetupChecklist } from '../../domain/setup-checklist.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { MailStep } from './MailStep.tsx'
import { Settings } from './Settings.tsx'
import type { SearchParams } from '../kit/url-state.ts'
import { texts } from './words.ts'

/** How a step is done, and the way there. */
export function StepContent({ name, all }: { name: SetupStepName; all: SetupChecklist }) {
  switch (name) {
    case 'firm':
      return <Settings names={all.missingSettings}>{texts.companyDetails}</Settings>
    case 'address':
      return <Settings names={['PUBLIC_URL']}>{texts.localAddress(all.publicUrl)}</Settings>
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
          {texts.staff}
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
            On the server, run <Code>npm run backup</Code>. {texts.backup}
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
