import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RetentionDue, RetentionRule } from '../../domain/retention.ts'
import { Button } from '../kit/Button.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { dueToday, schedule } from './queries.ts'
import { RuleDialog } from './RuleDialog.tsx'
import { dueWords, timeWords, texts } from './words.ts'

/** Each class of records, its retention period, and what the next nightly run would delete. */
export function SchedulePanel() {
  const rules = useQuery(schedule)
  const due = useQuery(dueToday)
  const [changing, setChanging] = useState<RetentionRule | null>(null)
  return (
    <Panel title="Schedule" note={texts.schedule} flush className="overflow-clip">
      {rules.isPending ? (
        <SkeletonRows rows={9} />
      ) : rules.data === undefined ? (
        <ErrorState error={rules.error} onRetry={() => void rules.refetch()} />
      ) : (
        <RowList label="Record types">
          {rules.data.map((rule) => (
            <RuleRow
              key={rule.class}
              rule={rule}
              due={due.data?.find((each) => each.class === rule.class)}
              onChange={() => setChanging(rule)}
            />
          ))}
        </RowList>
      )}
      {changing !== null && <RuleDialog rule={changing} onClose={() => setChanging(null)} />}
    </Panel>
  )
}

type RuleRowProps = { rule: RetentionRule; due: RetentionDue | undefined; onChange: () => void }

function RuleRow({ rule, due, onChange }: RuleRowProps) {
  const { label, holds, months, minMonths, countedFrom, isNumberedDocument } = rule
  const facts = [
    months === null ? null : `Counted from ${countedFrom}`,
    minMonths === null ? 'your firm’s policy' : `at least ${minMonths} months`,
    isNumberedDocument ? 'retained when client data is deleted' : null,
    due === undefined || months === null ? null : dueWords(due),
  ]
  return (
    <Row
      title={label}
      aside={<Badge tone={months === null ? 'neutral' : 'info'}>{timeWords(months)}</Badge>}
      context={holds}
      meta={sentence(facts)}
      action={
        <Button size="small" onClick={onChange} aria-label={`Change the retention period for ${label.toLowerCase()}`}>
          Change
        </Button>
      }
    />
  )
}

function sentence(facts: (string | null)[]) {
  const text = facts.filter((fact) => fact !== null).join(' · ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
