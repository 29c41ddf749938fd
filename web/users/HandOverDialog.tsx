import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { handOverWork } from '../../api/users.ts'
import type { Held, Holdings } from '../../domain/hand-over.ts'
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

type HandOverProps = { user: UserView; deactivate: boolean; onClose: () => void }

const keyOf = ({ type, id }: Held) => `${type} ${id}`

/** To whom goes what this person holds: one for all, or thing by thing; the account is closed in the same step. */
export function HandOverDialog({ user, deactivate, onClose }: HandOverProps) {
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
      return call(handOverWork, { params: { id: user.id }, body: { handOverTo, exceptions, deactivate } })
    },
    onSuccess: async () => {
      toast.success(deactivate ? 'User deactivated successfully' : 'Work handed over')
      onClose()
      for (const key of ['users', 'staff', 'client-folders', 'service-requests'])
        await client.invalidateQueries({ queryKey: [key] })
    },
  })
  const name = fullName(user)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={deactivate ? 'Deactivate this user?' : 'Hand over work'}
      description={
        deactivate
          ? `${name} is signed out at once and cannot sign in again. What they did stays.`
          : `What ${name} holds goes to others.`
      }
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
            pendingLabel="Handing over..."
          >
            {deactivate ? 'Hand over and deactivate' : 'Hand over'}
          </Button>
        </>
      }
    >
      <FormProblem
        problem={send.isError ? sentenceOf(send.error, 'Nothing was handed over. Please try again.') : null}
      />
      {query.isPending ? (
        <SkeletonRows rows={4} label="Looking at what they hold" />
      ) : query.data === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <p className="mb-4 text-body text-ink-2">{inWords(query.data)} Who takes over?</p>
          <StaffPicker
            label="Goes to"
            value={holder?.id ?? null}
            valueName={holder === null ? null : nameOf(holder)}
            error={isMissing ? 'Please choose who takes over.' : undefined}
            onChoose={(person) => {
              setHolder(person)
              setMissing(false)
            }}
          />
          <ul aria-label="What is handed over" className="mt-4 divide-y divide-line border-t border-line">
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

function inWords({ clientFolders, serviceRequests, items }: Holdings) {
  const parts = [
    clientFolders > 0 &&
      (clientFolders === 1 ? '1 client folder' : `${clientFolders.toLocaleString('en-US')} client folders`),
    serviceRequests > 0 &&
      (serviceRequests === 1 ? '1 request' : `${serviceRequests.toLocaleString('en-US')} requests`),
  ].filter((part) => part !== false)
  const all = `They hold ${parts.join(' and ')}.`
  return items.length < clientFolders + serviceRequests
    ? `${all} The first ${items.length} are listed; the rest go along.`
    : all
}
