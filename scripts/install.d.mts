export const root: string
export function ensureInstalled(): void
export function npm(
  args: string[],
  options?: import('node:child_process').SpawnSyncOptions,
): import('node:child_process').SpawnSyncReturns<string>
