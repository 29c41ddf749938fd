import { Download } from 'lucide-react'
import { readSealCertificate } from '../../api/verification.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { portalConfig } from '../kit/config.ts'
import { Panel } from '../kit/Panel.tsx'

/** For people whose PDF reader says that it does not know the seal. */
export function TrustPanel() {
  const { provider } = portalConfig()
  return (
    <Panel title="Your PDF reader and our seal">
      <p className="text-body text-ink-2">
        A PDF that was signed here carries a digital seal that any PDF reader can check by itself. Until a reader knows
        our root certificate it says that the signer is unknown; whether the document was changed it tells all the same.
      </p>
      <p className="mt-3 text-body text-ink-2">
        To have it trusted in Adobe Acrobat: download the certificate, then Preferences, Signatures, Identities &amp;
        Trusted Certificates, More, Trusted Certificates, Import; choose the file and mark it as a trusted root for
        signatures. Import it only from this page of {provider.name}, over a connection that your browser calls secure.
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
