import { ArrowRight } from 'lucide-react'
import type { PublicSite } from '../../domain/public-site.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { HeroFolder } from './HeroFolder.tsx'
import { BackRidges, FrontRidges } from './HeroRidges.tsx'

export function Hero({ site }: { site: Pick<PublicSite, 'headline' | 'introduction'> }) {
  return (
    <section id="home" aria-labelledby="home-title" className="sky relative isolate overflow-hidden">
      <BackRidges />
      <div className="mx-auto grid max-w-[1200px] grid-cols-1 px-4 sm:px-6 lg:min-h-[780px] lg:grid-cols-[minmax(0,1fr)_420px] lg:gap-x-12">
        <div className="relative z-3 pt-14 lg:pt-[84px]">
          <h1 id="home-title" className="max-w-[13em] font-display text-hero text-ink">
            {site.headline}
          </h1>
          <p className="mt-6 max-w-[31rem] text-intro whitespace-pre-line text-ink-2">{site.introduction}</p>
          <div className="mt-7 flex flex-wrap gap-3">
            <a href="#request-service" className={buttonStyle('primary', 'large')}>
              Get Started
              <ArrowRight size={18} />
            </a>
            <a href="#services" className={buttonStyle('secondary', 'large')}>
              Explore Services
            </a>
          </div>
        </div>
        <HeroFolder />
      </div>
      <FrontRidges />
    </section>
  )
}
