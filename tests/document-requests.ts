// Documents that the team asks a client for.
import type { Caller, World } from './world.ts'

export const wish = {
  title: 'Current employee handbook',
  description: 'The one from 2024 will do.',
  documentType: 'handbook',
}

export const requestsOf = (clientFolderId: string) => `/api/client-folders/${clientFolderId}/document-requests`

/** One that Acme is asked for. */
export const askedOfAcme = async (world: World, more: object = {}): Promise<string> =>
  (await world.sam.post(requestsOf(world.folders.acme.id), { ...wish, ...more })).body.id

export const moveRequest = (by: Caller, id: string, status: string, reason?: string, headers = {}) =>
  by.patch(`/api/document-requests/${id}/status`, { status, ...(reason === undefined ? {} : { reason }) }, headers)
