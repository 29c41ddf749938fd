// The files on their way into each folder. They live beside the screens, so that other tabs may be looked at meanwhile.
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
  /** Kept for another try. */
  sending: Sending | null
  /** Where the bytes are, once they have arrived. */
  documentURL: string | null
  /** A registration was sent and its answer did not come. */
  unanswered: boolean
}

const none: readonly Upload[] = []
const lists = new Map<string, readonly Upload[]>()
const listeners = new Set<() => void>()

export const uploadsIn = (folderId: string) => lists.get(folderId) ?? none

export const uploadIn = (folderId: string, id: string) => uploadsIn(folderId).find((upload) => upload.id === id)

export function changeUploads(folderId: string, change: (now: readonly Upload[]) => readonly Upload[]) {
  lists.set(folderId, change(uploadsIn(folderId)))
  for (const listener of listeners) listener()
}

export const changeUpload = (folderId: string, id: string, change: Partial<Upload>) =>
  changeUploads(folderId, (now) => now.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)))

export const useUploads = (folderId: string) => useSyncExternalStore(subscribe, () => uploadsIn(folderId))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** On its way, or still to be sent: leaving the page would lose it. */
export const isUnfinished = ({ state }: Upload) =>
  state.name === 'chosen' || state.name === 'sending' || state.name === 'checking' || state.name === 'failed'

/** Takes a place among the files that may be sent in one go. */
export const counts = ({ state }: Upload) => state.name !== 'done' && state.name !== 'refused'
