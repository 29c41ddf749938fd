import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Whether a page's create dialog is open. A link to the page with `?create` opens it; the address forgets it at once, so that
 * Back never takes a dialog with something typed in it away.
 */
export function useCreating(): [boolean, (creating: boolean) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const [creating, setCreating] = useState(false)
  const isAsked = search.create !== undefined
  if (isAsked && !creating) setCreating(true)
  const forget = useEffectEvent(
    () =>
      void navigate({
        to: '.',
        search: (old: Record<string, unknown>) => ({ ...old, create: undefined }),
        replace: true,
      }),
  )
  useEffect(() => {
    if (isAsked) forget()
  }, [isAsked])
  return [creating, setCreating]
}
