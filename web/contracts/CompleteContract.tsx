import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeContractStatus } from '../../api/contracts.ts'
import type { ContractView } from '../../domain/contract.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { toast } from '../kit/toast-store.ts'
import { texts } from './words.ts'

/** The work is done: asks first, because it can't be taken back. */
export function CompleteContract({ contract, onClose }: { contract: ContractView; onClose: () => void }) {
  const client = useQueryClient()
  const complete = useMutation({
    mutationFn: () =>
      call(changeContractStatus, {
        params: { id: contract.id },
        body: { status: 'completed' },
        ifMatch: contract.version,
      }),
    onSuccess: () => toast.success('Contract completed'),
    onError: (error) =>
      toast({
        title: 'Failed to update contract',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['contracts'] })
      onClose()
    },
  })
  return (
    <AskDialog
      open
      title="Complete this contract?"
      question={texts.complete}
      act="Complete contract"
      pending={complete.isPending}
      onCancel={onClose}
      onAct={() => complete.mutate()}
    />
  )
}
