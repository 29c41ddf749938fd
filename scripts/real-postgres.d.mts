export function startRealPostgres(): Promise<{ url: string; version: string; stop: () => Promise<void> }>
