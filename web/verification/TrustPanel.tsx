import { Download } from 'lucide-react'
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
      <p className="mt-3 text-body text-ink-2">{texts.trustInAcrobat(provider.name)}</p>
      <p className="mt-4">
        <a href={addressOf(readSealCertificate, {})} download className={buttonStyle()}>
          <Download />
          Download the root certificate
        </a>
      </p>
    </Panel>
  )
}
