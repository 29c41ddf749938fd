import { useEffect } from 'react'

/** The number of unread notifications on the icon of the installed portal, where the system shows one. */
export function useIconBadge(unread: number) {
  useEffect(() => show(unread), [unread])
  // Signing out leaves no number.
  useEffect(() => () => show(0), [])
}

/** Zero removes the number. Not all browsers have badges, and some refuse them unless the portal is installed. */
function show(count: number) {
  if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => {})
}
