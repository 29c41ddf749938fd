// Document requests to a client.
import type { Caller, TestApp } from './test-app.ts'

export const requestInput = {
  title: 'Current employee handbook',
  description: 'The one from 2024 will do.',
  documentType: 'handbook',
}

export const requestsOf = (clientFolderId: string) => `/api/client-folders/${clientFolderId}/document-requests`

/** A request to Acme. */
export const requestedOfAcme = async (testApp: TestApp, more: object = {}): Promise<string> =>
  (await testApp.sam.post(requestsOf(testApp.folders.acme.id), { ...requestInput, ...more })).body.id

export const setRequestStatus = (by: Caller, id: string, status: string, reason?: string, headers = {}) =>
  by.patch(`/api/document-requests/${id}/status`, { status, ...(reason === undefined ? {} : { reason }) }, headers)
