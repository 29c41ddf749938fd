// Toasts live outside React, so that anything may confirm what it did. One is visible at a time.
import type { ReactNode } from 'react'

export type ToastVariant = 'default' | 'destructive'

export interface ToastContent {
  title?: ReactNode
  description?: ReactNode
  variant?: ToastVariant
}

export interface ShownToast extends ToastContent {
  id: number
  open: boolean
}

export type ToastAction =
  | { type: 'added'; toast: ShownToast }
  | { type: 'updated'; id: number; toast: ToastContent }
  | { type: 'dismissed'; id?: number }
  | { type: 'removed'; id?: number }

const visibleToasts = 1
export const toastDurationMs = 5000
/** A dismissed toast stays in the list, closed, this long. */
const toastRemovalMs = 1_000_000

/** The list after something happened to it; newest first. */
export function reduceToasts(toasts: readonly ShownToast[], action: ToastAction): readonly ShownToast[] {
  const concerns = (toast: ShownToast, id: number | undefined) => id === undefined || toast.id === id
  switch (action.type) {
    case 'added':
      return [action.toast, ...toasts].slice(0, visibleToasts)
    case 'updated':
      return toasts.map((toast) => (toast.id === action.id ? { ...toast, ...action.toast } : toast))
    case 'dismissed':
      return toasts.map((toast) => (concerns(toast, action.id) ? { ...toast, open: false } : toast))
    case 'removed':
      return toasts.filter((toast) => !concerns(toast, action.id))
  }
}

let toasts: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()
const removals = new Map<number, ReturnType<typeof setTimeout>>()

function dispatch(action: ToastAction) {
  toasts = reduceToasts(toasts, action)
  for (const listener of listeners) listener()
}

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const readToasts = () => toasts

/** Shows a toast in place of the one that is there. It confirms; it never carries the only copy of a form's error. */
export function toast(content: ToastContent) {
  lastId += 1
  const id = lastId
  dispatch({ type: 'added', toast: { variant: 'default', ...content, id, open: true } })
  return {
    id,
    update: (changed: ToastContent) => dispatch({ type: 'updated', id, toast: changed }),
    dismiss: () => dismissToast(id),
  }
}

export function dismissToast(id: number) {
  if (removals.has(id)) return
  dispatch({ type: 'dismissed', id })
  removals.set(
    id,
    setTimeout(() => {
      removals.delete(id)
      dispatch({ type: 'removed', id })
    }, toastRemovalMs),
  )
}

const carried = 'portal-toast'

/** Leaves a toast for the page that comes next, for what ends in a navigation. */
export const toastAfterNavigation = (content: { title: string; description: string }) =>
  sessionStorage.setItem(carried, JSON.stringify(content))

/** Shows what the page before left. */
export function showCarriedToast() {
  const left = sessionStorage.getItem(carried)
  if (left === null) return
  sessionStorage.removeItem(carried)
  toast(JSON.parse(left) as ToastContent)
}
