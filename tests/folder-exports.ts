// Folder exports, as their readers request and download them.
import type { Caller, TestApp } from './test-app.ts'

/** The reply to a request for an export. */
export const requestExport = async (caller: Caller, folderId: string) =>
  (await caller.post(`/api/client-folders/${folderId}/exports`)).body

/** By a real request, because a file is streamed. */
export async function download(testApp: TestApp, caller: Caller, id: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${await testApp.address()}/api/folder-exports/${id}/file`, {
    headers: { cookie: caller.cookie ?? '', ...headers },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
