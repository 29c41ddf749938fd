// The uploads in progress, by folder and request. They are outside the components, so that they continue while other tabs are
// open.
import { useSyncExternalStore } from 'react'
import type { Sending } from './uploader.ts'

export type UploadState =
  | { name: 'chosen' }
  | { name: 'refused'; problem: string }
  | { name: 'sending'; bytes: number }
  | { name: 'checking' }
  | { name: 'failed'; problem: string; again: boolean }
  | { name: 'done' }

export interface Upload {
  id: string
  file: File
  state: UploadState
  /** It was sent as team-only before, so that a retry never shares it. */
  isTeamOnly: boolean
  /** Saved for a retry. */
  sending: Sending | null
  /** Where the bytes are, once they have arrived. */
  documentURL: string | null
  /** A registration was sent and its answer did not come. */
  unanswered: boolean
}

const none: readonly Upload[] = []
const lists = new Map<string, readonly Upload[]>()
const listeners = new Set<() => void>()

/** The upload list of a document request; a folder's own list has the folder's id as key. */
export const uploadListFor = (folderId: string, documentRequestId: string) => `${folderId} ${documentRequestId}`

export const uploadsIn = (list: string) => lists.get(list) ?? none

export const uploadIn = (list: string, id: string) => uploadsIn(list).find((upload) => upload.id === id)

export function changeUploads(list: string, change: (now: readonly Upload[]) => readonly Upload[]) {
  lists.set(list, change(uploadsIn(list)))
  for (const listener of listeners) listener()
}

export const changeUpload = (list: string, id: string, change: Partial<Upload>) =>
  changeUploads(list, (now) => now.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)))

export const useUploads = (list: string) => useSyncExternalStore(subscribe, () => uploadsIn(list))

/** Whether anything of a folder, for whatever it is, has not arrived yet. */
export const useUnfinishedUploads = (folderId: string) => useSyncExternalStore(subscribe, () => hasUnfinished(folderId))

const hasUnfinished = (folderId: string) =>
  [...lists].some(([list, uploads]) => list.startsWith(folderId) && uploads.some(isUnfinished))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** On its way, or still to be sent: leaving the page would lose it. */
const isUnfinished = ({ state }: Upload) =>
  state.name === 'chosen' || state.name === 'sending' || state.name === 'checking' || state.name === 'failed'

/** Takes a place among the files that may be sent in one go. */
export const counts = ({ state }: Upload) => state.name !== 'done' && state.name !== 'refused'
