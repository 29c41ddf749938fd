// Toasts are stored outside React, so that any code can show one. One is visible at a time.
import type { ReactNode } from 'react'

export interface ToastContent {
  title?: ReactNode
  description?: ReactNode
  variant?: 'default' | 'destructive'
}

export interface ShownToast extends ToastContent {
  id: number
  open: boolean
}

export const toastDurationMs = 5000
/** A dismissed toast is removed after this long. */
const toastRemovalMs = 1_000_000

let shown: ShownToast | null = null
let lastId = 0
let removal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(toast: ShownToast | null) {
  shown = toast
  for (const listener of listeners) listener()
}

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const readToast = () => shown

function showToast(content: ToastContent) {
  clearTimeout(removal)
  const id = ++lastId
  show({ ...content, id, open: true })
  return {
    update: (changed: ToastContent) => shown?.id === id && show({ ...shown, ...changed }),
    dismiss: () => dismissToast(id),
  }
}

/** Shows a toast, replacing the current one. It confirms; it never carries the only copy of a form's error. */
export const toast = Object.assign(showToast, {
  success: (description: ReactNode) => showToast({ title: 'Success', description }),
  error: (description: ReactNode) => showToast({ title: 'Error', description, variant: 'destructive' }),
})

export function dismissToast(id: number) {
  if (shown?.id !== id || !shown.open) return
  show({ ...shown, open: false })
  removal = setTimeout(() => show(null), toastRemovalMs)
}

const carried = 'portal-toast'

/** Saves a toast for the next page load, for an action that ends in a navigation. */
export const toastAfterNavigation = (success: string) => sessionStorage.setItem(carried, success)

/** Shows the toast that the previous page saved. */
export function showCarriedToast() {
  const left = sessionStorage.getItem(carried)
  if (left === null) return
  sessionStorage.removeItem(carried)
  toast.success(left)
}
