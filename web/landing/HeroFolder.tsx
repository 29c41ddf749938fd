import { Check, FilePen, ReceiptText, UsersRound } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { classes } from '../kit/classes.ts'
import { texts } from './words.ts'

const lines: { icon: LucideIcon; ground: string; what: string; state: string; stateClass: string }[] = [
  { icon: Check, ground: 'bg-ok-soft text-ok', what: 'Employee handbook review', state: 'Done', stateClass: 'text-ok' },
  {
    icon: UsersRound,
    ground: 'bg-info-soft text-info',
    what: 'Two 5th-grade teachers',
    state: 'Interviewing',
    stateClass: 'text-ink-2',
  },
  { icon: ReceiptText, ground: 'bg-ok-soft text-ok', what: 'February invoice', state: 'Paid', stateClass: 'text-ok' },
  {
    icon: FilePen,
    ground: 'bg-warn-soft text-warn',
    what: 'Service agreement',
    state: 'Sign',
    stateClass: 'rounded-md bg-primary px-2.5 py-1 font-semibold text-on-primary',
  },
]

/** A drawing of a client folder, standing among the ridges. It shows what a folder is; nothing in it can be used. */
export function HeroFolder() {
  return (
    <figure className="relative z-1 mt-10 h-[404px] w-full max-w-[420px] min-w-0 justify-self-center sm:h-[440px] lg:mt-[124px] lg:h-auto lg:justify-self-end">
      <figcaption className="sr-only">
        A drawing of a client folder: assignments with their status, an invoice, an agreement to sign, and a message
        from the consultant.
      </figcaption>
      <div aria-hidden="true" className="h-full text-manila-300">
        <div className="flex h-8 items-end">
          <div className="h-8 rounded-tl-xl bg-manila-300 pt-2.5 pr-2 pl-5 text-meta whitespace-nowrap leading-4 font-semibold text-on-folder">
            Your school or company
          </div>
          <svg width="38" height="32" viewBox="0 0 46 52" preserveAspectRatio="none" className="-ml-px shrink-0">
            <path d="M0 0H4C11 0 15 4 18 11L29 38C33 47 37 52 46 52H0Z" fill="currentColor" />
          </svg>
        </div>
        <div className="isolate h-[calc(100%+200px)] rounded-tr-xl bg-manila-300 px-3 pt-4 sm:px-5">
          <div className="relative rounded-lg bg-surface shadow-lift before:absolute before:inset-x-1.5 before:-top-2 before:-z-1 before:h-8 before:-rotate-1 before:rounded-lg before:bg-manila-200">
            <p className="flex items-center justify-between border-b border-line px-4 py-3.5 font-display text-name text-ink">
              Your folder
              <span className="rounded-sm bg-ok-soft px-1.5 font-sans text-micro font-semibold text-ok">Active</span>
            </p>
            <ul>
              {lines.map((line) => (
                <li key={line.what} className="flex h-13 items-center gap-3 border-b border-line px-4 text-body">
                  <span className={classes('grid size-7 shrink-0 place-items-center rounded-md', line.ground)}>
                    <line.icon />
                  </span>
                  <span className="min-w-0 flex-1 truncate font-medium text-ink">{line.what}</span>
                  <span className={classes('text-meta', line.stateClass)}>{line.state}</span>
                </li>
              ))}
            </ul>
            <div className="flex gap-2.5 rounded-b-lg bg-ridge-50 px-4 py-3 text-meta text-ink-2">
              <span className="grid size-7 shrink-0 place-items-center rounded-full bg-primary text-micro font-semibold text-on-primary">
                HR
              </span>
              <p>
                <span className="font-semibold text-ink">Your consultant</span> · 9:12 AM
                <br />
                {texts.drawnMessage}
              </p>
            </div>
          </div>
        </div>
      </div>
    </figure>
  )
}
