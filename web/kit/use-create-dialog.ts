import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from './url-state.ts'

/**
 * Whether a page's create dialog is open. A link to the page with `?create` opens it; the parameter is removed right away, so that
 * Back never takes a dialog with something typed in it away.
 */
export function useCreateDialog(): [boolean, (creating: boolean) => void] {
  const [search, change] = useSearchParams()
  const [creating, setCreating] = useState(false)
  const isAsked = search.create !== undefined
  if (isAsked && !creating) setCreating(true)
  const forget = useEffectEvent(() => change({ create: undefined }, { replace: true }))
  useEffect(() => {
    if (isAsked) forget()
  }, [isAsked])
  return [creating, setCreating]
}
