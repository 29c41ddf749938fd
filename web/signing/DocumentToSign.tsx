import { FileText, PenLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../kit/Button.tsx'
import { PdfPages } from '../kit/pdf/PdfPages.tsx'
import { OpenLinks } from './OpenLinks.tsx'
import { SignHere } from './SignHere.tsx'
import { signaturePlace } from './signature-place.ts'
import type { SigningTarget } from './signing-target.ts'
import type { SigningForm } from './use-signing.ts'
import { texts } from './words.ts'

type DocumentToSignProps = {
  target: SigningTarget
  form: SigningForm
  onShown: (progress: { shown: number; total: number }) => void
  onDownload: () => void
  onSignHere: () => void
}

const toTheMark = () => document.getElementById('sign-here')?.scrollIntoView({ block: 'center', inline: 'nearest' })

/** On wide screens it scrolls apart from the page. */
const keyboardScrolls = { tabIndex: 0 }

/** What is signed: its pages with the signature at its place, or the way to a file that browsers don't show. */
export function DocumentToSign(props: DocumentToSignProps) {
  const { target, form, onShown, onDownload, onSignHere } = props
  const { viewAddress, downloadAddress, title, note, place, mayDecline } = target
  const mark = <SignHere form={form} onPress={onSignHere} />
  return (
    <section
      aria-label="What you are signing"
      {...keyboardScrolls}
      className="min-w-0 flex-1 -outline-offset-2 px-4 pb-4 sm:px-6 sm:pb-6 lg:overflow-y-auto"
    >
      <div className="mx-auto mb-4 max-w-[920px] pt-4 sm:pt-6">
        <h1 className="font-display text-title-phone wrap-anywhere text-ink">{title}</h1>
        <p className="mt-1 text-meta text-ink-2">
          {note}.{mayDecline && ' If something isn’t right, select “Decline” and tell us why.'}
        </p>
      </div>
      {viewAddress === null ? (
        <div className="mx-auto flex max-w-[560px] flex-col items-center gap-4 py-10 text-center text-body text-ink-2">
          <FileText size={48} strokeWidth={1.25} className="text-ink-3" aria-hidden="true" />
          <p>{texts.noPreview}</p>
          <OpenLinks target={target} onOpen={onDownload} />
        </div>
      ) : (
        <PdfPages
          address={viewAddress}
          downloadAddress={downloadAddress}
          mark={{ find: (pages) => (place === null ? null : signaturePlace(pages, place)), content: mark }}
          after={(hasMark) => !hasMark && <CertificateSheet>{mark}</CertificateSheet>}
          tools={
            <Button size="small" onClick={toTheMark}>
              <PenLine />
              Sign here
            </Button>
          }
          onProgress={onShown}
          onDownload={onDownload}
        />
      )}
    </section>
  )
}

/** An uploaded document has no signature line: the signature is on its certificate. */
const CertificateSheet = ({ children }: { children: ReactNode }) => (
  <section
    aria-label="Your signature"
    className="pdf-page bg-surface mx-auto w-full max-w-[920px] rounded-sm border border-line p-6 shadow-sheet sm:p-10"
  >
    <p className="text-body text-ink-2">
      Your signature is printed on the signature certificate, which comes with the document.
    </p>
    <div className="mt-6 h-16 w-full max-w-80">{children}</div>
  </section>
)
