import { Check } from 'lucide-react'
import { buttonStyle } from '../kit/button-style.ts'
import type { ServiceWords } from './words.ts'
import type { PublicService } from '../../domain/public-site.ts'
import { serviceWords } from './words.ts'

type ServiceDetailsProps = { services: readonly PublicService[]; introduction: string }

export function ServiceDetails({ services, introduction }: ServiceDetailsProps) {
  return (
    <section id="services" aria-labelledby="services-title" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-[1200px] px-4 py-20 sm:px-6">
        <h2 id="services-title" className="font-display text-h2 text-ink">
          Services
        </h2>
        <p className="mt-3 max-w-[60ch] text-intro text-ink-2">{introduction}</p>
        <div className="mt-10">
          {serviceWords(services).map((service) => (
            <ServiceDetail key={service.key} service={service} />
          ))}
        </div>
        <a href="#request-service" className={buttonStyle('primary', 'large')}>
          Request Service
        </a>
      </div>
    </section>
  )
}

function ServiceDetail({ service }: { service: ServiceWords }) {
  return (
    <article
      id={service.key}
      className="grid grid-cols-1 gap-x-12 gap-y-4 border-t border-line py-9 md:grid-cols-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,4fr)]"
    >
      <h3 className="flex gap-4 text-name text-ink md:max-lg:col-span-2">
        <service.icon size={24} className="shrink-0 text-ridge-700" />
        {service.name}
      </h3>
      <p className="text-prose text-ink-2">{service.detail}</p>
      <ul className="space-y-1.5 text-prose text-ink">
        {service.examples.map((item) => (
          <li key={item} className="flex gap-2.5">
            <Check size={18} className="mt-1 shrink-0 text-ok" />
            {item}
          </li>
        ))}
      </ul>
    </article>
  )
}
