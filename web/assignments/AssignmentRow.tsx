import type { AssignmentView } from '../../domain/assignment.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { Row } from '../kit/RowList.tsx'
import { StatusBadge } from '../kit/StatusBadge.tsx'
import { dueWords, isLate } from './words.ts'

type AssignmentRowProps = {
  assignment: AssignmentView
  now: Date
  onOpen: () => void
}

export function AssignmentRow({ assignment, now, onOpen }: AssignmentRowProps) {
  return (
    <Row
      title={<span className="wrap-anywhere">{assignment.title}</span>}
      aside={<StatusBadge kind="assignment" status={assignment.status} />}
      context={<span className="wrap-anywhere">{assignment.description}</span>}
      meta={
        <span className={classes(isLate(assignment, now) && 'font-semibold text-danger')}>
          {dueWords(assignment, now)}
        </span>
      }
      action={
        <Button onClick={onOpen}>
          View Details<span className="sr-only"> of {assignment.title}</span>
        </Button>
      }
    />
  )
}
