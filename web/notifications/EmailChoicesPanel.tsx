import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { changeEmailChoices } from '../../api/notifications.ts'
import { listStaffNotes } from '../../api/staff-notes.ts'
import { Delivery, type EmailChoices, type NotificationKind } from '../../domain/notification.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { Panel } from '../kit/Panel.tsx'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { toast } from '../kit/toast-store.ts'
import { useMay } from '../session/use-may.ts'
import { emailChoices } from './queries.ts'
import { clientDetails, deliveryWords, kindWords, texts } from './words.ts'

/**
 * For each kind of notification whether an email is sent, and the kinds that are always sent. Each choice is saved
 * right away.
 */
export function EmailChoicesPanel() {
  const query = useQuery(emailChoices)
  return (
    <Panel title="Email" note={texts.email}>
      {query.isPending ? (
        <SkeletonRows rows={6} label="Loading your settings" />
      ) : query.data === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Choices {...query.data} />
      )}
    </Panel>
  )
}

function Choices({ choices }: EmailChoices) {
  const detailOf = useDetails()
  const fixed = choices.filter(({ isFixed }) => isFixed)
  const free = choices.filter(({ isFixed }) => !isFixed)
  const common = free.every(({ delivery }) => delivery === free[0]?.delivery) ? free[0]?.delivery : undefined
  const [isOpen, setIsOpen] = useState(common === undefined)
  return (
    <div className="grid gap-4">
      <DeliveryChoice label="All topics" kinds={free.map(({ kind }) => kind)} delivery={common} />
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="min-h-6 w-fit cursor-pointer content-center rounded-sm text-body text-ink-2 hover:text-ink coarse:min-h-11">
          Choose by topic
        </summary>
        <div className="mt-3 grid gap-4">
          {free.map(({ kind, delivery }) => (
            <DeliveryChoice
              key={kind}
              label={kindWords[kind].label}
              help={detailOf(kind)}
              kinds={[kind]}
              delivery={delivery}
            />
          ))}
        </div>
      </details>
      <section aria-label="Always sent" className="edge-forced rounded-md bg-mist px-3.5 py-3">
        <h3 className="flex items-center gap-2 text-meta font-semibold text-ink">
          <ShieldCheck className="shrink-0 text-ink-3" />
          Always sent right away
        </h3>
        <ul className="mt-1.5 space-y-1 text-meta text-ink-2">
          {fixed.map(({ kind }) => (
            <li key={kind}>
              {kindWords[kind].label}: {detailOf(kind)}
            </li>
          ))}
        </ul>
        <p className="mt-1.5 text-meta text-ink-3">
          These matter legally or for your security and can’t be turned off.
        </p>
      </section>
    </div>
  )
}

function useDetails() {
  const isTeam = useMay(listStaffNotes)
  return (kind: NotificationKind) => (isTeam ? undefined : clientDetails[kind]) ?? kindWords[kind].detail
}

/** The choice next to its label and note, except on a narrow screen. */
const sideBySide =
  'sm:grid sm:grid-cols-[minmax(0,1fr)_9.5rem] sm:gap-x-4 sm:[&>div]:col-start-2 sm:[&>div]:row-span-2 sm:[&>div]:row-start-1 sm:[&>div]:self-start sm:[&>label]:mb-0 sm:[&>p]:mt-0.5'

type DeliveryChoiceProps = {
  label: string
  help?: string
  kinds: readonly NotificationKind[]
  /** Undefined where the kinds differ. */
  delivery: Delivery | undefined
}

/** When emails of these kinds are sent. */
function DeliveryChoice({ label, help, kinds, delivery }: DeliveryChoiceProps) {
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (chosen: Delivery) =>
      call(changeEmailChoices, { body: Object.fromEntries(kinds.map((kind) => [kind, chosen])) }),
    onSuccess: (saved) => {
      client.setQueryData(emailChoices.queryKey, saved)
      toast.success('Setting saved')
    },
  })
  // Show the choice while it is being saved, and if saving failed.
  const shown = save.isPending || save.isError ? save.variables : delivery
  return (
    <SelectField
      label={label}
      className={sideBySide}
      help={help}
      error={
        save.isError ? `Not saved. ${sentenceOf(save.error, 'Something went wrong on our end. Try again.')}` : undefined
      }
      choices={[
        ...(shown === undefined ? [{ value: '', label: 'By topic', disabled: true }] : []),
        ...choicesOf(Delivery.options, deliveryWords),
      ]}
      value={shown ?? ''}
      disabled={save.isPending}
      onChange={(event) => save.mutate(Delivery.parse(event.target.value))}
    />
  )
}
