import { CircleAlert, CircleCheck, CircleHelp, FileX, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SealedKind, VerdictName, Verification } from '../../domain/verification.ts'
import { classes } from '../kit/classes.ts'
import { formatLongDate, formatTime } from '../kit/dates.ts'
import { formatFileSize } from '../documents/file-size.ts'

type VerdictStyle = { title: string; icon: LucideIcon; tone: string }

const verdictStyles: Record<VerdictName, VerdictStyle> = {
  'ours-unchanged': {
    title: 'Valid: signed through our portal and unchanged',
    icon: CircleCheck,
    tone: 'bg-ok-soft text-ok',
  },
  'ours-changed': {
    title: 'Signed through our portal, but changed',
    icon: CircleAlert,
    tone: 'bg-danger-soft text-danger',
  },
  'not-ours': { title: 'Not signed through our portal', icon: CircleHelp, tone: 'bg-warn-soft text-warn' },
  'not-a-pdf': { title: 'Not a PDF', icon: FileX, tone: 'bg-mist-2 text-ink-2' },
}

const kindWords: Record<SealedKind, string> = {
  contract: 'Signed contract',
  document: 'Signed document',
  certificate: 'Signature certificate',
}

/** The result in words with an icon next to its color, and the evidence. */
export function VerdictView({ file, verification }: { file: File; verification: Verification }) {
  const { verdict, sentence, sealedAt, sealedBy, seals, kind, sha256 } = verification
  const { title, icon: Icon, tone } = verdictStyles[verdict]
  return (
    <div className="mb-5">
      <div className={classes('flex gap-3 rounded-md px-4 py-3.5 edge-forced', tone)}>
        <Icon size={24} className="mt-0.5 shrink-0" />
        <div className="min-w-0">
          <h2 className="text-name font-semibold">{title}</h2>
          <p className="mt-1 text-lead text-ink">{sentence}</p>
        </div>
      </div>
      <dl className="mt-4 grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]">
        <Fact term="File">
          {file.name} <span className="text-ink-3">({formatFileSize(file.size)})</span>
        </Fact>
        {kind !== null && <Fact term="Result">{kindWords[kind]}</Fact>}
        {sealedAt !== null && (
          <Fact term="Sealed">
            {formatLongDate(sealedAt)}, {formatTime(sealedAt)} Eastern time
          </Fact>
        )}
        {seals !== null && seals > 1 && <Fact term="Digital signatures">{seals}, each valid</Fact>}
        {sealedBy !== null && <Fact term="With the certificate">{sealedBy}</Fact>}
        <Fact term="SHA-256 of the file">
          <code className="text-meta select-all">{sha256}</code>
        </Fact>
      </dl>
    </div>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="grid gap-x-6 sm:col-span-2 sm:grid-cols-subgrid">
    <dt className="text-meta leading-[22px] text-ink-3">{term}</dt>
    <dd className="text-body wrap-anywhere text-ink">{children}</dd>
  </div>
)
