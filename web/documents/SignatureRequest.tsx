import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeDocument } from '../../api/documents.ts'
import type { DocumentView } from '../../domain/document.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

/** Requests the client's signature, or cancels that request. */
export function useSignatureRequest() {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: ({ id, version, requiresSignature }: Change) =>
      call(changeDocument, { params: { id }, body: { requiresSignature }, ifMatch: version }),
    onSuccess: (_document, { requiresSignature }) =>
      toast.success(requiresSignature ? 'Signature requested' : 'Signature request canceled'),
    onError: (error) =>
      toast({
        title: 'Failed to update document',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['documents'] }),
  })
  return {
    isPending: change.isPending,
    request: ({ id, version }: DocumentView, requiresSignature: boolean) =>
      change.mutate({ id, version, requiresSignature }),
  }
}

type Change = Pick<DocumentView, 'id' | 'version'> & { requiresSignature: boolean }

/** For the team. */
export function SignatureRequest({ document }: { document: DocumentView }) {
  const { isPending, request } = useSignatureRequest()
  const wanted = document.allowed.includes('request-signature')
  if (!wanted && !document.allowed.includes('withdraw-signature')) return null
  return (
    <Button size="small" pending={isPending} onClick={() => request(document, wanted)}>
      {wanted ? 'Request signature' : 'Cancel signature request'}
      <span className="sr-only">: {document.originalName}</span>
    </Button>
  )
}
