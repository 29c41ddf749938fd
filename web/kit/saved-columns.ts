import { useState } from 'react'

const columnsKey = 'portal-columns-'

/** Which columns are shown: on this device, by the table's name. */
export function useSavedColumns(label: string) {
  const key = columnsKey + label
  const [visibility, setVisibility] = useState<Record<string, boolean>>(() => {
    const hidden = localStorage.getItem(key)?.split(',').filter(Boolean) ?? []
    return Object.fromEntries(hidden.map((id) => [id, false]))
  })
  const save = (next: Record<string, boolean> | ((old: Record<string, boolean>) => Record<string, boolean>)) =>
    setVisibility((old) => {
      const now = typeof next === 'function' ? next(old) : next
      const hidden = Object.keys(now).filter((id) => now[id] === false)
      localStorage.setItem(key, hidden.join(','))
      return now
    })
  return [visibility, save] as const
}
