import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeDocumentRequestStatus } from '../../api/document-requests.ts'
import type { DocumentRequestView } from '../../domain/document-request.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

export const failure = 'Failed to update document request'

/** Accepts a submitted document. After a conflict it is reloaded, and the toast explains it. */
export function useAcceptRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, version }: DocumentRequestView) =>
      call(changeDocumentRequestStatus, { params: { id }, body: { status: 'completed' }, ifMatch: version }),
    onSuccess: () => toast.success('Document accepted'),
    onError: (error) => toast({ title: failure, description: sentenceOf(error, 'Try again.'), variant: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['document-requests'] }),
  })
}
