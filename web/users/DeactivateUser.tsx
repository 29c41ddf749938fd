import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deactivateUser } from '../../api/users.ts'
import type { UserView } from '../../domain/user.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { toast } from '../kit/toast-store.ts'
import { fullName } from '../session/names.ts'
import { texts } from './words.ts'

const failure = 'Failed to deactivate user'

/** Asks, then ends the account. Nothing is deleted: editing can set it back. */
export function DeactivateUser({ user, onClose }: { user: UserView; onClose: () => void }) {
  const client = useQueryClient()
  const deactivate = useMutation({
    mutationFn: () => call(deactivateUser, { params: { id: user.id }, ifMatch: user.version }),
    onSuccess: () => toast.success('User deactivated successfully'),
    onError: (error) => toast.error(`${failure}. ${sentenceOf(error, '')}`.trim()),
    onSettled: async () => {
      onClose()
      await client.invalidateQueries({ queryKey: ['users'] })
      await client.invalidateQueries({ queryKey: ['staff'] })
    },
  })
  return (
    <AskDialog
      open
      title="Deactivate this user?"
      question={
        <p className="break-words">{texts.deactivate(fullName(user))} You can reactivate the account by editing it.</p>
      }
      act="Deactivate"
      danger
      pending={deactivate.isPending}
      onCancel={onClose}
      onAct={() => deactivate.mutate()}
    />
  )
}
