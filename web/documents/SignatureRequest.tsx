import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeDocument } from '../../api/documents.ts'
import type { DocumentView } from '../../domain/document.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

/** For the team: asks the client for a signature, or takes that back. */
export function SignatureRequest({ document }: { document: DocumentView }) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (requiresSignature: boolean) =>
      call(changeDocument, { params: { id: document.id }, body: { requiresSignature }, ifMatch: document.version }),
    onSuccess: (_document, requiresSignature) =>
      toast.success(requiresSignature ? 'Signature requested' : 'Signature request canceled'),
    onError: (error) =>
      toast({
        title: 'Failed to update document',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['documents'] }),
  })
  const wanted = document.allowed.includes('request-signature')
  if (!wanted && !document.allowed.includes('withdraw-signature')) return null
  return (
    <Button size="small" pending={change.isPending} onClick={() => change.mutate(wanted)}>
      {wanted ? 'Request signature' : 'Cancel signature request'}
      <span className="sr-only">: {document.originalName}</span>
    </Button>
  )
}
