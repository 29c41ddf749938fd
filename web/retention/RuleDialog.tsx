import { useQuery, useQueryClient } from '@tanstack/react-query'
import { changeRetentionRule } from '../../api/retention.ts'
import { type RetentionRule, RetentionRuleChange } from '../../domain/retention.ts'
import { call } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { TextField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { dueFor } from './queries.ts'
import { texts } from './words.ts'

/** Sets the retention period of a class, and previews how many records it would delete. */
export function RuleDialog({ rule, onClose }: { rule: RetentionRule; onClose: () => void }) {
  const client = useQueryClient()
  const form = usePortalForm({
    schema: RetentionRuleChange,
    defaultValues: { months: rule.months },
    failure: 'Couldn’t update the schedule.',
    send: (body) => call(changeRetentionRule, { params: { class: rule.class }, body }),
    onSent: async () => {
      toast.success(`${rule.label}: retention period updated`)
      await client.invalidateQueries({ queryKey: ['retention-rules'] })
      onClose()
    },
  })
  const typed = form.watch('months')
  return (
    <FormDialog
      title={`Retention period for ${rule.label.toLowerCase()}`}
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
          help="Leave empty to retain until deleted manually."
          error={form.errorOf('months')}
          {...form.register('months', {
            setValueAs: (text: unknown) => (text === '' || text === null ? null : Number(text)),
          })}
        />
        <p className="text-body text-ink-2">{rule.source ?? texts.noLegalPeriod}</p>
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
          ? 'Couldn’t count the affected records.'
          : 'Counting affected records...'
        : due.count === 0 && due.held === 0
          ? 'No records will be deleted tonight.'
          : `${due.count.toLocaleString('en-US')} records will be permanently deleted tonight${due.held === 0 ? '' : `. ${due.held.toLocaleString('en-US')} more are on legal hold`}.`}
    </output>
  )
}
