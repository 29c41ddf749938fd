import { classes } from './classes.ts'
import { useNow } from './now.ts'
import type { ReplyTime } from './reply-clock.ts'
import { replyTime } from './reply-clock.ts'

const wordTone: Record<ReplyTime['tone'], string> = { calm: 'text-ink-2', soon: 'text-warn', late: 'text-danger' }

type ReplyClockProps = { createdAt: string; isSentence?: boolean; className?: string }

/** The time left to reply within 24 hours, as a ring and in words; `isSentence` where nothing next to it says what is due. */
export function ReplyClock({ createdAt, isSentence = false, className }: ReplyClockProps) {
  const time = replyTime(createdAt, useNow())
  return (
    <span
      className={classes(
        'tabular inline-flex items-center gap-2 text-body whitespace-nowrap',
        wordTone[time.tone],
        className,
      )}
    >
      <Dial time={time} />
      {isSentence ? time.sentence : time.words}
    </span>
  )
}

const round = 2 * Math.PI * 6.5

function Dial({ time }: { time: ReplyTime }) {
  if (time.tone === 'late')
    return (
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" className="shrink-0">
        <circle cx="8" cy="8" r="8" className="fill-danger-solid" />
        <path d="M8 4v5" className="stroke-on-primary" strokeWidth="2" strokeLinecap="round" />
        <circle cx="8" cy="11.75" r="1.15" className="fill-on-primary" />
      </svg>
    )
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      strokeWidth="2.5"
      aria-hidden="true"
      className="shrink-0"
    >
      <circle cx="8" cy="8" r="6.5" className="stroke-line" />
      <circle
        cx="8"
        cy="8"
        r="6.5"
        className={time.tone === 'soon' ? 'stroke-warn-solid' : 'stroke-focus'}
        strokeDasharray={`${round * time.left} ${round}`}
        transform="rotate(-90 8 8)"
      />
    </svg>
  )
}
