import { CircleCheck, CircleHelp, CircleMinus } from 'lucide-react'
import type { Applies } from '../../domain/audience.ts'
import { classes } from '../kit/classes.ts'
import { appliesWords } from './employer.ts'

const looks = {
  yes: [CircleCheck, 'text-ok'],
  unknown: [CircleHelp, 'text-warn'],
  no: [CircleMinus, 'text-ink-3'],
} as const

/** Whether a policy concerns the employer that it is read for, in words and a sign. */
export function Applying({ answer }: { answer: Applies }) {
  const [Icon, color] = looks[answer]
  return (
    <span className={classes('mt-1 inline-flex items-center gap-1.5 text-meta font-semibold', color)}>
      <Icon />
      {appliesWords[answer]}
    </span>
  )
}
