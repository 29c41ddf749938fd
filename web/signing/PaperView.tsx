import { Download, ExternalLink, FileText } from 'lucide-react'
import { buttonStyle } from '../kit/button-style.ts'
import { classes } from '../kit/classes.ts'
import type { Subject } from './subject.ts'

type PaperViewProps = {
  subject: Subject
  /** Off the first step a narrow screen has no room for it; a link stays. */
  isFirstStep: boolean
}

/** What is to be signed, in the page where the browser shows PDFs, and always with a way to open it in a new tab. */
export function PaperView({ subject, isFirstStep }: PaperViewProps) {
  const { viewAddress, title, textKey } = subject
  const isShown = viewAddress !== null && navigator.pdfViewerEnabled
  return (
    <section
      aria-label="What you are signing"
      className={classes(
        'min-h-0 min-w-0 flex-1 flex-col gap-3 p-4 sm:p-6',
        isFirstStep ? 'flex' : 'hidden lg:flex',
        !isShown && 'lg:items-center lg:justify-center',
      )}
    >
      {isShown && (
        <iframe
          key={textKey}
          // Chromium's viewer without its column of small pages, as wide as there is room.
          src={`${viewAddress}#navpanes=0&view=FitH`}
          title={title}
          className="edge-forced min-h-[56dvh] w-full flex-1 rounded-lg border border-line bg-surface shadow-sheet"
        />
      )}
      {!isShown && <FileText size={48} strokeWidth={1.25} className="hidden text-ink-3 lg:block" aria-hidden="true" />}
      <OpenLinks subject={subject} />
    </section>
  )
}

/** In a tab of its own, where the browser shows it, and as a file. */
export function OpenLinks({ subject, quiet = false }: { subject: Subject; quiet?: boolean }) {
  const { openAddress, downloadAddress, viewAddress, word } = subject
  const style = quiet ? 'link inline-flex items-center gap-2 font-semibold coarse:min-h-11' : buttonStyle('secondary')
  return (
    <span className={classes('flex flex-wrap gap-x-4 gap-y-2', !quiet && 'self-start lg:self-center')}>
      {viewAddress !== null && (
        <a href={openAddress} target="_blank" rel="noreferrer" className={style}>
          <ExternalLink />
          Open the {word} in a new tab
        </a>
      )}
      <a href={downloadAddress} download className={style}>
        <Download />
        Download the {word}
      </a>
    </span>
  )
}
