import type { PublicPage } from '../../domain/public-site.ts'
import { serviceWords } from './words.ts'

/** The services in brief, on the foot of the ridges. */
export function ServicesBand({ services, kindsOfHelp }: Pick<PublicPage, 'services' | 'kindsOfHelp'>) {
  return (
    <section aria-labelledby="help-title" className="bg-ridge-900 text-ridge-200">
      <div className="mx-auto max-w-[1200px] px-4 pt-10 pb-20 sm:px-6">
        <h2 id="help-title" className="font-display text-h2 text-surface">
          {`${kindsOfHelp},`}
          <br />
          all in one folder.
        </h2>
        <ul className="mt-10 grid grid-cols-1 gap-x-12 md:grid-cols-2">
          {serviceWords(services).map((service) => (
            <li key={service.key} className="flex gap-5 border-t border-ridge-700 pt-6 pb-9">
              <service.icon size={24} className="mt-0.5 shrink-0 text-manila-300" />
              <div>
                <h3 className="text-name text-surface">
                  <a href={`#${service.key}`} className="rounded-sm underline-offset-4 hover:underline">
                    {service.name}
                  </a>
                </h3>
                <p className="mt-2 max-w-[44ch] text-prose">{service.brief}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
