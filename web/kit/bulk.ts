// The same change to several selected rows, one call after the other: each is authorized, recorded, and refused separately.
import { useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from './call.ts'
import { toast } from './toast-store.ts'

/** @param noun whose queries are invalidated afterward @param words "invoice", "sent" */
export function useBulk(noun: string) {
  const client = useQueryClient()
  return async <T>(rows: readonly T[], change: (row: T) => Promise<unknown>, what: string, done: string) => {
    let failure: unknown = null
    let changed = 0
    for (const row of rows)
      try {
        // Sequentially: each has its own transaction, and the first failure does not stop the others.
        await change(row)
        changed++
      } catch (error) {
        failure = error
      }
    await client.invalidateQueries({ predicate: ({ queryKey: [first] }) => first === noun || first === 'dashboard' })
    const counted = `${changed} ${changed === 1 ? what : `${what}s`} ${done}`
    if (failure === null) toast.success(counted)
    else
      toast({
        title: `${counted}, ${rows.length - changed} not`,
        description: sentenceOf(failure, 'Try again.'),
        variant: 'destructive',
      })
  }
}
