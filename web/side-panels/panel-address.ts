// The item in the side panel is in the URL, `?panel=invoices/ID`, so that Back closes it and a copied link opens it.
import { useCallback } from 'react'
import { Id } from '../../domain/text.ts'
import type { Place } from '../kit/link-target.ts'
import { useSearchParams } from '../kit/url-state.ts'

export const panelNouns = [
  'service-requests',
  'messages',
  'documents',
  'document-requests',
  'assignments',
  'tasks',
  'proposals',
  'contracts',
  'invoices',
] as const
export type PanelNoun = (typeof panelNouns)[number]

/** Of messages the id is the folder's. */
export interface PanelItem {
  noun: PanelNoun
  id: string
}

export const panelAddress = ({ noun, id }: PanelItem) => `${noun}/${id}`

export function panelItem(address: string | undefined): PanelItem | null {
  const [given, id] = address?.split('/') ?? []
  const noun = panelNouns.find((each) => each === given)
  return noun === undefined || !Id.safeParse(id).success ? null : { noun, id: id ?? '' }
}

/** The same thing on a page of its own; a request, a document, a document request, an assignment, and a task have none. */
export function pageOf({ noun, id }: PanelItem): Place | undefined {
  if (noun === 'proposals' || noun === 'contracts' || noun === 'invoices') return { to: `/${noun}/$id`, params: { id } }
  if (noun === 'messages') return { to: '/client-folders/$id', params: { id }, search: { tab: 'messages' } }
  return undefined
}

export function usePanel() {
  const [{ panel }, change] = useSearchParams()
  const item = panelItem(panel)
  const isOpen = item !== null
  const open = useCallback(
    (next: PanelItem) => change({ panel: panelAddress(next) }, { replace: isOpen }),
    [change, isOpen],
  )
  const close = useCallback(() => change({ panel: undefined }, { replace: true }), [change])
  return { item, open, close }
}
