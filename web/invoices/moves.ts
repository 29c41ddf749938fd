import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeInvoiceStatus } from '../../api/invoices.ts'
import type { InvoiceView } from '../../domain/invoice.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

/** Sends an invoice or marks it as paid. Should somebody have been faster, it is read again and the toast says so. */
export function useMoveInvoice({ id, version }: Pick<InvoiceView, 'id' | 'version'>, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (status: 'sent' | 'paid') =>
      call(changeInvoiceStatus, { params: { id }, body: { status }, ifMatch: version }),
    onSuccess: ({ status }) => toast.success(status === 'paid' ? 'The invoice is paid' : 'The invoice is sent'),
    onError: (error) =>
      toast({
        title: 'Failed to update invoice',
        description: sentenceOf(error, 'Please try again.'),
        variant: 'destructive',
      }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['invoices'] })
      onDone()
    },
  })
}
