import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createFolderExport, listFolderExports } from '../../api/folder-exports.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'
import { toast } from '../kit/toast-store.ts'

export const ownCopies = pagesOf(['folder-exports'], listFolderExports, { query: { limit: 10 } })

/** Asks for a copy of a folder; a letter says when it is there. */
export function useTakeCopy() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(createFolderExport, { params: { id } }),
    onSuccess: () =>
      toast({
        title: 'Your copy is being made',
        description: 'We will write to you. You find it on your account page.',
      }),
    onError: (error) =>
      toast({
        title: 'The copy was not begun',
        description: sentenceOf(error, 'Please try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['folder-exports'] }),
  })
}
