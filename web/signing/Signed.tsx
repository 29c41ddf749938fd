import { Link } from '@tanstack/react-router'
import { CircleCheck, Download } from 'lucide-react'
import type { SignatureSummary } from '../../domain/signature.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { portalConfig } from '../kit/config.ts'
import { formatLongDate, formatTime } from '../kit/dates.ts'
import { Panel } from '../kit/Panel.tsx'
import { FocusedHeading } from './FocusedHeading.tsx'
import { NextSignature } from './NextSignature.tsx'
import type { SigningTarget } from './signing-target.ts'
import { texts } from './words.ts'

/** Done: by whom and when, and the copies as soon as they are sealed. */
export function Signed({ target, signature }: { target: SigningTarget; signature: SignatureSummary }) {
  const { signerName, signedAt, sealedAt } = signature
  return (
    <div className="mx-auto w-full max-w-[560px] px-4 py-8 sm:py-14">
      <Panel>
        <CircleCheck size={32} strokeWidth={1.5} className="text-ok" aria-hidden="true" />
        <FocusedHeading>Signed</FocusedHeading>
        <p className="mt-1 text-lead wrap-anywhere text-ink-2">
          {signerName} signed “{target.title}” on {formatLongDate(signedAt)} at {formatTime(signedAt)} Eastern time.
        </p>
        <div role="status" className="mt-5">
          {sealedAt === null ? (
            <p className="text-body text-ink-2">{texts.beingSealed}</p>
          ) : (
            <ul className="flex flex-wrap gap-2">
              {target.copies.map(({ label, address }, index) => (
                <li key={address}>
                  <a
                    href={address}
                    target="_blank"
                    rel="noreferrer"
                    className={buttonStyle(index === 0 ? 'primary' : 'secondary')}
                  >
                    <Download />
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <NextSignature address={location.pathname} />
        <p className="mt-5 border-t border-line pt-4 text-meta text-ink-3">
          {texts.certificate} Anyone can verify a copy at{' '}
          <Link to="/verify" className="link">
            Verify a document
          </Link>
          .{portalConfig().sendsEmail && ' We’ve emailed you a link to your copies.'}
        </p>
      </Panel>
    </div>
  )
}
