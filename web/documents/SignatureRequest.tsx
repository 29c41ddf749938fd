import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeDocument } from '../../api/documents.ts'
import type { DocumentView } from '../../domain/document.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'
import { DocumentSignersDialog, RequestSignaturesDialog } from '../signing/ChangeSignersDialog.tsx'
import { DelegateDialog } from '../signing/DelegateDialog.tsx'
import { useSignersLink } from '../signing/signers-link.ts'

export type SigningDialog = 'request' | 'change' | 'delegate'

/** Cancels a signature request. */
export function useCancelRequest() {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: ({ id, version }: DocumentView) =>
      call(changeDocument, { params: { id }, body: { requiresSignature: false }, ifMatch: version }),
    onSuccess: () => toast.success('Signature request canceled'),
    onError: (error) =>
      toast({
        title: 'Failed to update document',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['documents'] }),
  })
  return { isPending: change.isPending, cancel: (document: DocumentView) => change.mutate(document) }
}

type SigningDialogsProps = { document: DocumentView; open: SigningDialog | null; onClose: () => void }

/** The dialogs about who signs a document. */
export function SigningDialogs({ document, open, onClose }: SigningDialogsProps) {
  if (open === 'request') return <RequestSignaturesDialog document={document} onClose={onClose} />
  if (open === 'change') return <DocumentSignersDialog document={document} onClose={onClose} />
  if (open === 'delegate') return <DelegateDialog noun="documents" item={document} onClose={onClose} />
  return null
}

/** Requests signatures, changes who signs, or cancels the request; a signer delegates. */
export function SignatureRequest({ document }: { document: DocumentView }) {
  const { isPending, cancel } = useCancelRequest()
  const [open, setOpen] = useState<SigningDialog | null>(null)
  const signersLink = useSignersLink()
  const { allowed, originalName } = document
  const about = <span className="sr-only">: {originalName}</span>
  return (
    <>
      {allowed.includes('request-signature') && (
        <Button size="small" onClick={() => setOpen('request')}>
          Request signature{about}
        </Button>
      )}
      {allowed.includes('change-signers') && (
        <Button size="small" onClick={() => setOpen('change')}>
          Change signers{about}
        </Button>
      )}
      {allowed.includes('withdraw-signature') && (
        <Button size="small" pending={isPending} onClick={() => cancel(document)}>
          Cancel signature request{about}
        </Button>
      )}
      {allowed.includes('delegate') && (
        <Button size="small" onClick={() => setOpen('delegate')}>
          Delegate signature{about}
        </Button>
      )}
      <SigningDialogs
        document={document}
        open={signersLink.isOpen && allowed.includes('change-signers') ? 'change' : open}
        onClose={() => {
          setOpen(null)
          signersLink.close()
        }}
      />
    </>
  )
}
