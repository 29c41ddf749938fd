import { CalendarX, Clock, Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonStyle } from '../kit/button-style.ts'
import { portalConfig } from '../kit/config.ts'

/** What a visitor can do where nothing can be booked online. */
export function WaysToReach({ children }: { children: ReactNode }) {
  const { provider, hours, signedIn } = portalConfig()
  return (
    <div className="flex flex-col items-start gap-5">
      <p className="flex gap-3 text-lead text-ink">
        <CalendarX size={20} className="mt-px shrink-0 text-ink-3" />
        {children}
      </p>
      <div className="flex flex-wrap gap-3">
        {provider.phone !== '' && (
          <a href={`tel:${provider.phoneLink}`} className={buttonStyle('primary', 'large')}>
            <Phone />
            Call {provider.phone}
          </a>
        )}
        {provider.email !== '' && (
          <a href={`mailto:${provider.email}`} className={buttonStyle('secondary', 'large')}>
            <Mail />
            Email us
          </a>
        )}
        {!signedIn && (
          <a href="/#request-service" className={buttonStyle('secondary', 'large')}>
            Request Service
          </a>
        )}
      </div>
      {hours !== '' && (
        <div className="flex gap-3 text-body text-ink-2">
          <Clock size={20} className="shrink-0 text-ink-3" />
          <div>
            <h2 className="font-semibold text-ink">Office hours</h2>
            <p className="whitespace-pre-line">{hours}</p>
          </div>
        </div>
      )}
    </div>
  )
}
