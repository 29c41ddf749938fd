import { Link } from '@tanstack/react-router'
import { CircleCheck, Download } from 'lucide-react'
import type { SignatureSummary } from '../../domain/signature.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { formatLongDate, formatTime } from '../kit/dates.ts'
import { Panel } from '../kit/Panel.tsx'
import { StepHeading } from './StepHeading.tsx'
import type { Subject } from './subject.ts'

/** Done: by whom and when, and the copies as soon as they are sealed. */
export function Signed({ subject, signature }: { subject: Subject; signature: SignatureSummary }) {
  const { signerName, signedAt, sealedAt } = signature
  return (
    <div className="mx-auto w-full max-w-[560px] px-4 py-8 sm:py-14">
      <Panel>
        <CircleCheck size={32} strokeWidth={1.5} className="text-ok" aria-hidden="true" />
        <StepHeading level={1} stamp="signed">
          Signed
        </StepHeading>
        <p className="mt-1 text-lead wrap-anywhere text-ink-2">
          {signerName} signed “{subject.title}” on {formatLongDate(signedAt)} at {formatTime(signedAt)} Eastern time.
        </p>
        <div role="status" className="mt-5">
          {sealedAt === null ? (
            <p className="text-body text-ink-2">
              The signed copy is being sealed. It will be here in a moment; you need not wait for it.
            </p>
          ) : (
            <ul className="flex flex-wrap gap-2">
              {subject.copies.map(({ label, address }, index) => (
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
        <p className="mt-5 border-t border-line pt-4 text-meta text-ink-3">
          The certificate records who signed what, when and how. The seal shows any later change; anyone can check a
          copy at{' '}
          <Link to="/verify" className="link">
            Verify a document
          </Link>
          . A link to the copies is on its way to you by e-mail.
        </p>
      </Panel>
    </div>
  )
}
