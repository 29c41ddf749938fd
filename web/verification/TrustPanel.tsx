import { Download } from 'lucide-react'
import { readSealCertificate } from '../../api/verification.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { portalConfig } from '../kit/config.ts'
import { Panel } from '../kit/Panel.tsx'

/** For users whose PDF reader does not trust the seal's certificate. */
export function TrustPanel() {
  const { provider } = portalConfig()
  return (
    <Panel title="Your PDF reader and our seal">
      <p className="text-body text-ink-2">
        PDFs signed here have a digital seal that any PDF reader can check. Until you trust our root certificate, your
        PDF reader may say the signer is unknown. It can still tell you if the document was changed.
      </p>
      <p className="mt-3 text-body text-ink-2">
        To have it trusted in Adobe Acrobat: download the certificate, then Preferences, Signatures, Identities &amp;
        Trusted Certificates, More, Trusted Certificates, Import; choose the file and mark it as a trusted root for
        signatures. Import it only from this page of {provider.name}, over a secure connection.
      </p>
      <p className="mt-4">
        <a href={addressOf(readSealCertificate, {})} download className={buttonStyle()}>
          <Download />
          Download the root certificate
        </a>
      </p>
    </Panel>
  )
}
