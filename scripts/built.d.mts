export function ensureBuilt(node24: string): void
