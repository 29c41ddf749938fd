import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeFolderAccessRequestStatus, listFolderAccessRequests } from '../../api/folder-access-requests.ts'
import type { AccessRequestDecision, FolderAccessRequestView } from '../../domain/folder-access-request.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'
import { toast } from '../kit/toast-store.ts'

export const pendingRequests = pagesOf(['folder-access-requests'], listFolderAccessRequests, {
  query: { limit: 20, status: 'pending' },
})

export const pendingRequestsOf = (clientFolderId: string) =>
  pagesOf(['folder-access-requests', clientFolderId], listFolderAccessRequests, {
    query: { limit: 30, status: 'pending', clientFolderId },
  })

const done: Record<AccessRequestDecision['status'], string> = {
  confirmed: 'Access confirmed',
  declined: 'Request declined',
  withdrawn: 'Request withdrawn',
}

export function useDecide() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, version, status }: FolderAccessRequestView & AccessRequestDecision) =>
      call(changeFolderAccessRequestStatus, { params: { id }, body: { status }, ifMatch: version }),
    onSuccess: (_, { status }) => toast({ title: done[status] }),
    onError: (error) =>
      toast({
        title: 'Couldn’t update the request',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () =>
      Promise.all(
        ['folder-access-requests', 'client-folders', 'folder-contacts'].map((noun) =>
          client.invalidateQueries({ queryKey: [noun] }),
        ),
      ),
  })
}
