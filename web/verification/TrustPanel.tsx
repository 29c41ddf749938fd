import { ChevronRight, Download } from 'lucide-react'
import { readSealCertificate } from '../../api/verification.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { portalConfig } from '../kit/config.ts'
import { Panel } from '../kit/Panel.tsx'
import { texts } from './words.ts'

/** For users whose PDF reader does not trust the seal's certificate. */
export function TrustPanel() {
  const { provider } = portalConfig()
  return (
    <Panel title="Your PDF reader and our seal">
      <p className="text-body text-ink-2">{texts.trust}</p>
      <details className="group mt-3 text-body">
        <summary className="finger-high inline-flex w-fit cursor-pointer list-none items-center gap-1 font-semibold text-link [&::-webkit-details-marker]:hidden">
          <ChevronRight size={16} className="transition-transform group-open:rotate-90" />
          Trust our seal in Adobe Acrobat
        </summary>
        <ol className="mt-2 list-decimal space-y-1.5 pl-6 text-ink-2 marker:text-ink-3">
          {texts.trustInAcrobat.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="mt-2 text-ink-2">{texts.onlyFromHere(provider.name)}</p>
      </details>
      <p className="mt-4">
        <a href={addressOf(readSealCertificate, {})} download className={buttonStyle()}>
          <Download />
          Download the root certificate
        </a>
      </p>
    </Panel>
  )
}
