import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeClientFolder } from '../../api/client-folders.ts'
import type { ClientFolderChange, ClientFolderView } from '../../domain/client-folder.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

export const updateFailure = 'Failed to update client folder'

export const updated = 'Client folder updated successfully'

/** A change without a form: its status, or who it is assigned to. */
export function useChangeFolder(folder: ClientFolderView) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ClientFolderChange) =>
      call(changeClientFolder, { params: { id: folder.id }, body, ifMatch: folder.version }),
    onSuccess: () => toast.success(updated),
    onError: (error) =>
      toast({ title: updateFailure, description: sentenceOf(error, 'Try again.'), variant: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['client-folders'] }),
  })
}
