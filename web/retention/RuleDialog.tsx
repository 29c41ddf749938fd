import { useQuery, useQueryClient } from '@tanstack/react-query'
import { changeRetentionRule } from '../../api/retention.ts'
import { type RetentionRule, RetentionRuleChange } from '../../domain/retention.ts'
import { call } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { TextField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { dueFor } from './queries.ts'

/** Sets how long a class is kept; says at once what that would take. */
export function RuleDialog({ rule, onClose }: { rule: RetentionRule; onClose: () => void }) {
  const client = useQueryClient()
  const form = usePortalForm({
    schema: RetentionRuleChange,
    defaultValues: { months: rule.months },
    failure: 'The schedule was not changed.',
    send: (body) => call(changeRetentionRule, { params: { class: rule.class }, body }),
    onSent: async () => {
      toast.success(`${rule.label}: the schedule was changed`)
      await client.invalidateQueries({ queryKey: ['retention-rules'] })
      onClose()
    },
  })
  const typed = form.watch('months')
  return (
    <FormDialog
      title={`How long ${rule.label.toLowerCase()} are kept`}
      description={`${rule.holds}. Counted from ${rule.countedFrom}.`}
      form={form}
      submit="Save"
      submitting="Saving..."
      onClose={onClose}
    >
      <div className="grid gap-4">
        <TextField
          label="Months"
          inputMode="numeric"
          optional
          className="max-w-48"
          help="Empty: kept until somebody erases it."
          error={form.errorOf('months')}
          {...form.register('months', {
            setValueAs: (text: unknown) => (text === '' || text === null ? null : Number(text)),
          })}
        />
        <p className="text-body text-ink-2">
          {rule.source ?? 'The law that the library cites names no time for these: it is your firm’s choice.'}
        </p>
        {rule.note !== null && <p className="text-body text-ink-2">{rule.note}</p>}
        {RetentionRuleChange.safeParse({ months: typed }).success && typeof typed === 'number' && (
          <WouldTake rule={rule} months={typed} />
        )}
      </div>
    </FormDialog>
  )
}

function WouldTake({ rule, months }: { rule: RetentionRule; months: number }) {
  const query = useQuery(dueFor(rule.class, months))
  const due = query.data?.[0]
  return (
    <output className="block rounded-md bg-mist px-3 py-2 text-body text-ink">
      {due === undefined
        ? query.isError
          ? 'What this would take could not be counted.'
          : 'Counting what this would take...'
        : due.count === 0 && due.held === 0
          ? 'With this time nothing would go tonight.'
          : `With this time ${due.count.toLocaleString('en-US')} would go tonight, for good${due.held === 0 ? '' : `; a legal hold keeps ${due.held.toLocaleString('en-US')} more`}.`}
    </output>
  )
}
