import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { transferWork } from '../../api/users.ts'
import type { AssignedItem } from '../../domain/transfer-work.ts'
import type { StaffMember, UserView } from '../../domain/user.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { Dialog, DialogCancel } from '../kit/Dialog.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { FormProblem } from '../kit/FormProblem.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { toast } from '../kit/toast-store.ts'
import { fullName } from '../session/names.ts'
import { nameOf } from '../staff/queries.ts'
import { StaffPicker } from '../staff/StaffPicker.tsx'
import { HeldRow } from './HeldRow.tsx'
import { holdingsOf } from './queries.ts'
import { holdingsWords, texts, transferWords } from './words.ts'

type TransferWorkDialogProps = { user: UserView; deactivate: boolean; onClose: () => void }

const keyOf = ({ type, id }: AssignedItem) => `${type} ${id}`

/** Transfers a person's work, to one person or item by item; deactivates the account in the same step if wanted. */
export function TransferWorkDialog({ user, deactivate, onClose }: TransferWorkDialogProps) {
  const client = useQueryClient()
  const query = useQuery(holdingsOf(user.id))
  const [holder, setHolder] = useState<StaffMember | null>(null)
  const [others, setOthers] = useState<ReadonlyMap<string, StaffMember>>(new Map())
  const [isMissing, setMissing] = useState(false)
  const send = useMutation({
    mutationFn: (handOverTo: string) => {
      const exceptions = (query.data?.items ?? []).flatMap((item) => {
        const to = others.get(keyOf(item))
        return to === undefined ? [] : [{ type: item.type, id: item.id, handOverTo: to.id }]
      })
      return call(transferWork, { params: { id: user.id }, body: { handOverTo, exceptions, deactivate } })
    },
    onSuccess: async () => {
      toast.success(deactivate ? 'User deactivated successfully' : 'Work transferred')
      onClose()
      for (const key of ['users', 'staff', 'client-folders', 'service-requests', 'bookings'])
        await client.invalidateQueries({ queryKey: [key] })
    },
  })
  const { act, ...head } = transferWords(fullName(user), deactivate)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      {...head}
      dirty={holder !== null || others.size > 0}
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(holder === null)
        if (holder !== null) send.mutate(holder.id)
      }}
      footer={
        <>
          <DialogCancel />
          <Button
            type="submit"
            variant={deactivate ? 'danger' : 'primary'}
            disabled={query.data === undefined}
            pending={send.isPending}
            pendingLabel="Transferring..."
          >
            {act}
          </Button>
        </>
      }
    >
      <FormProblem problem={send.isError ? sentenceOf(send.error, 'Couldn’t transfer the work. Try again.') : null} />
      {query.isPending ? (
        <SkeletonRows rows={4} label="Loading their work" />
      ) : query.data === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <p className="mb-4 text-body text-ink-2">{holdingsWords(query.data)} Choose who to transfer them to.</p>
          {query.data.appointments > 0 && <p className="mb-4 text-body text-ink-2">{texts.transferredAppointments}</p>}
          <StaffPicker
            label="Transfer to"
            value={holder?.id ?? null}
            valueName={holder === null ? null : nameOf(holder)}
            error={isMissing ? 'Choose who to transfer the work to.' : undefined}
            onChoose={(person) => {
              setHolder(person)
              setMissing(false)
            }}
          />
          <ul aria-label="Included" className="mt-4 divide-y divide-line border-t border-line">
            {query.data.items.map((item) => (
              <HeldRow
                key={keyOf(item)}
                item={item}
                to={others.get(keyOf(item)) ?? null}
                onChoose={(person) => setOthers(changed(others, keyOf(item), person))}
              />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

function changed(others: ReadonlyMap<string, StaffMember>, key: string, person: StaffMember | null) {
  const next = new Map(others)
  if (person === null) next.delete(key)
  else next.set(key, person)
  return next
}
