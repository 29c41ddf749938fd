import { Clock, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonStyle } from '../kit/button-style.ts'
import type { PortalConfig } from '../kit/config.ts'
import { texts } from './words.ts'

type ContactProps = {
  provider: PortalConfig['provider']
  /** A line each; empty while no office hours are entered. */
  hours: string
  /** Where appointments are booked; empty if they can’t be online. */
  booking: string
}

export function Contact({ provider, hours, booking }: ContactProps) {
  const link = 'link rounded-sm finger-high'
  return (
    <section id="contact" aria-labelledby="contact-title" className="border-t border-line bg-surface">
      <div className="mx-auto grid max-w-[1200px] grid-cols-1 gap-x-12 gap-y-8 px-4 py-20 sm:px-6 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <div>
          <h2 id="contact-title" className="font-display text-h2 text-ink">
            Contact
          </h2>
          <p className="mt-3 text-prose text-ink-2">{texts.contact}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <a href="#request-service" className={buttonStyle('primary', 'large')}>
              Request Service
            </a>
            {/* The page is built before the setting is known, so that without an address its style leaves this out. */}
            <a href={booking} className={`${buttonStyle('secondary', 'large')} only-with-address`}>
              Book an appointment
            </a>
          </div>
        </div>
        <dl className="grid grid-cols-1 content-start gap-x-8 gap-y-6 sm:grid-cols-2">
          <Way icon={MapPin} label="Address">
            {provider.address}
          </Way>
          <Way icon={Phone} label="Phone">
            <a href={`tel:${provider.phoneLink}`} className={link}>
              {provider.phone}
            </a>
          </Way>
          <Way icon={Mail} label="Email">
            <a href={`mailto:${provider.email}`} className={link}>
              {provider.email}
            </a>
          </Way>
          <Way icon={Clock} label="Office hours">
            {hours}
          </Way>
        </dl>
      </div>
    </section>
  )
}

function Way({ icon: Icon, label, children }: { icon: LucideIcon; label: string; children: ReactNode }) {
  return (
    // The page is built before the hours are known, so that without any its style leaves this out.
    <div className="border-t border-line pt-5 has-[dd:empty]:hidden">
      <dt className="flex items-center gap-2.5 text-meta font-semibold text-ink">
        <Icon size={18} className="text-ridge-700" />
        {label}
      </dt>
      <dd className="mt-1.5 text-name font-normal whitespace-pre-line text-ink-2">{children}</dd>
    </div>
  )
}
