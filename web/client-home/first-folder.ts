import type { ClientFolderView } from '../../domain/client-folder.ts'

type Listed = Pick<ClientFolderView, 'clientId' | 'status'>

/** The folder that a client sees first: the newest in which they are the client, before those that others shared. */
export function firstFolder<T extends Listed>(folders: readonly T[], userId: string | undefined): T | undefined {
  const own = folders.filter(({ clientId }) => clientId === userId)
  return own.find(({ status }) => status !== 'archived') ?? own[0] ?? folders[0]
}
