import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeInvoiceStatus } from '../../api/invoices.ts'
import type { InvoiceView } from '../../domain/invoice.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

/** Sends an invoice or marks it as paid. After a conflict it is reloaded, and the toast explains it. */
export function useInvoiceAction({ id, version }: Pick<InvoiceView, 'id' | 'version'>, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (status: 'sent' | 'paid') =>
      call(changeInvoiceStatus, { params: { id }, body: { status }, ifMatch: version }),
    onSuccess: ({ status }) => toast.success(status === 'paid' ? 'Invoice paid' : 'Invoice sent'),
    onError: (error) =>
      toast({
        title: 'Failed to update invoice',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['invoices'] })
      onDone()
    },
  })
}
