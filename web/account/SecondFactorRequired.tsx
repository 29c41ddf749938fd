import { usePageTitle } from '../kit/page-title.ts'
import { LogoutLink } from '../shell/UserMenu.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { PasskeysPanel } from '../passkeys/PasskeysPanel.tsx'
import { SecondFactorPanel } from './SecondFactorPanel.tsx'
import { texts } from './words.ts'

/** In place of every page, until it is set up: the team needs a second step to sign in. */
export function SecondFactorRequired() {
  usePageTitle('Set up two-factor authentication')
  return (
    <div className="mx-auto max-w-[560px] pt-4 sm:pt-12">
      <h1 className="font-display text-title-phone text-ink sm:text-title">One more step before you continue</h1>
      <p className="mt-2 mb-6 text-lead text-ink-2">{texts.secondFactorRequired}</p>
      <div className="grid grid-cols-1 gap-6">
        <PasskeysPanel />
        <SecondFactorPanel />
      </div>
      <LogoutLink className={`${buttonStyle('ghost')} mt-4`} />
    </div>
  )
}
