import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { removePasskey } from '../../api/passkeys.ts'
import { passkeyLimit, type PasskeyView } from '../../domain/passkey.ts'
import { RecoveryCodesDialog } from '../account/RecoveryCodesDialog.tsx'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { EmptyLine, ErrorState } from '../kit/EmptyState.tsx'
import { Panel } from '../kit/Panel.tsx'
import { RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { toast } from '../kit/toast-store.ts'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { canUsePasskeys } from './browser-passkeys.ts'
import { PasskeyRow } from './PasskeyRow.tsx'
import { ownPasskeys } from './queries.ts'
import { emptyText, noteFor, removeQuestion } from './words.ts'

/** The user's passkeys: add one, see when each was last used, remove one. */
export function PasskeysPanel() {
  const query = useQuery(ownPasskeys)
  const client = useQueryClient()
  const [adding, setAdding] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [removing, setRemoving] = useState<PasskeyView | null>(null)
  const remove = useRemovePasskey()
  const count = query.data?.length ?? 0
  const closeCodes = () => {
    setCodes(null)
    void client.invalidateQueries({ queryKey: ['users'] })
    void client.invalidateQueries({ queryKey: ['sessions'] })
  }
  return (
    <Panel
      title="Passkeys"
      note={noteFor(count, passkeyLimit)}
      flush
      className="overflow-clip"
      action={
        query.isSuccess &&
        count < passkeyLimit &&
        canUsePasskeys() && (
          <Button size="small" onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        )
      }
    >
      {query.isPending ? (
        <SkeletonRows rows={2} label="Loading passkeys" />
      ) : query.data === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : count === 0 ? (
        <EmptyLine title="No passkeys yet">{emptyText(canUsePasskeys())}</EmptyLine>
      ) : (
        <RowList label="Your passkeys">
          {query.data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))}
        </RowList>
      )}
      {adding && (
        <AddPasskeyDialog
          onClose={() => setAdding(false)}
          onAdded={({ recoveryCodes }) => {
            setAdding(false)
            setCodes(recoveryCodes)
          }}
        />
      )}
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={closeCodes} />}
      <AskDialog
        open={removing !== null}
        title="Remove this passkey?"
        question={<p className="wrap-anywhere">{removeQuestion(removing?.name ?? '')}</p>}
        act="Remove"
        danger
        pending={remove.isPending}
        onCancel={() => setRemoving(null)}
        onAct={() => removing !== null && remove.mutate(removing, { onSettled: () => setRemoving(null) })}
      />
    </Panel>
  )
}

function useRemovePasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: PasskeyView) => call(removePasskey, { params: { id } }),
    onSuccess: () => toast.success('Passkey removed'),
    onError: (error) =>
      toast({
        title: 'Couldn’t remove the passkey',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  })
}
