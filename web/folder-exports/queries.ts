import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createFolderExport, listFolderExports } from '../../api/folder-exports.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { portalConfig } from '../kit/config.ts'
import { pagesOf } from '../kit/pages-of.ts'
import { toast } from '../kit/toast-store.ts'
import { texts } from './words.ts'

export const ownExports = pagesOf(['folder-exports'], listFolderExports, { query: { limit: 10 } })

/** Starts an export of a folder; an email says when it is ready. */
export function useCreateExport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(createFolderExport, { params: { id } }),
    onSuccess: () =>
      toast({
        title: 'Export started',
        description: portalConfig().sendsEmail ? texts.started : texts.startedWithoutEmail,
      }),
    onError: (error) =>
      toast({
        title: 'Couldn’t start the export',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['folder-exports'] }),
  })
}
