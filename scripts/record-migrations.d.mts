export type Hashes = Record<string, string>
export function migrationsIn(folder?: string): Hashes
export function releasedMigrations(): Hashes
export function migrationFaults(released: Hashes, present: Hashes): string[]
