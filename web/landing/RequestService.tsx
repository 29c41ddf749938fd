import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PublicService } from '../../domain/public-site.ts'
import { Button } from '../kit/Button.tsx'
import { type PortalConfig, portalConfig } from '../kit/config.ts'
import { CopyField } from '../kit/CopyField.tsx'
import { type Receipt, RequestForm } from './RequestForm.tsx'
import { texts } from './words.ts'

type RequestServiceProps = { services: readonly PublicService[]; provider: PortalConfig['provider'] }

/** The request form, and what takes its place once it is sent. */
export function RequestService({ services, provider }: RequestServiceProps) {
  const [sent, setSent] = useState<Receipt | null>(null)
  return (
    <section id="request-service" aria-labelledby="request-title" className="border-t border-line">
      <div className="mx-auto grid max-w-[1200px] grid-cols-1 gap-x-12 gap-y-8 px-4 py-20 sm:px-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <div className="lg:sticky lg:top-24 lg:self-start">
          <h2 id="request-title" className="font-display text-h2 text-ink">
            Request Service
          </h2>
          <p className="mt-3 max-w-[44ch] text-prose text-ink-2">{texts.requestService}</p>
          <h3 className="mt-8 text-name text-ink max-lg:hidden">What happens next</h3>
          <ol className="mt-3 max-w-[40ch] list-decimal space-y-2 pl-5 text-prose text-ink-2 marker:font-semibold marker:text-ink max-lg:hidden">
            {texts.afterRequest.map((step) => (
              <li key={step} className="pl-1">
                {step}
              </li>
            ))}
          </ol>
          <p className="mt-6 text-prose text-ink-2 max-lg:hidden">
            Would you rather talk? Call{' '}
            <a href={`tel:${provider.phoneLink}`} className="link font-semibold whitespace-nowrap">
              {provider.phone}
            </a>
            .
          </p>
        </div>
        <div className="min-w-0 rounded-lg border border-line bg-surface p-5 shadow-sheet sm:p-8">
          {sent === null ? (
            <RequestForm services={services} onSent={setSent} />
          ) : (
            <Sent receipt={sent} onAgain={() => setSent(null)} />
          )}
        </div>
      </div>
    </section>
  )
}

function Sent({ receipt, onAgain }: { receipt: Receipt; onAgain: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="flex flex-col items-start">
      <CircleCheck size={32} className="text-ok" />
      <h3 ref={title} tabIndex={-1} className="mt-4 max-w-[24em] font-display text-subtitle text-ink">
        {texts.submitted}
      </h3>
      <p className="mt-2 max-w-[56ch] text-prose text-ink-2">{texts.nextSteps}</p>
      <p className="mt-4 text-prose text-ink-2">
        Your reference number is{' '}
        <strong className="tabular font-semibold whitespace-nowrap text-ink">{receipt.reference}</strong>.
      </p>
      <CopyField
        className="mt-4 w-full max-w-[34rem]"
        label="Your private link"
        value={new URL(receipt.statusPath, location.href).href}
        help={portalConfig().sendsEmail ? texts.privateLink : texts.onlyPrivateLink}
      />
      <a href={receipt.statusPath} className="link mt-3 font-semibold">
        Check request status
      </a>
      <Button className="mt-6" onClick={onAgain}>
        Submit another request
      </Button>
    </div>
  )
}
