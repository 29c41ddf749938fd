// The built-in law updates (`content/law-changes.yaml`), read and validated once.
import { join } from 'node:path'
import { z } from 'zod'
import { LawChangeEntry } from '../../domain/law-change.ts'
import { v5 } from 'uuid'
import { readContent } from '../kit/yaml.ts'

export type BundledChange = LawChangeEntry & { id: string }

const folder = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../../content' : 'content')

/** Stable ids, the same on every instance. */
const namespace = '1b6a1f0e-9a5e-4d53-8d0b-6f7d1f5a9a10'

let changes: BundledChange[] | null = null

export function bundledChanges(): BundledChange[] {
  changes ??= z
    .array(LawChangeEntry)
    .parse(readContent(folder, 'law-changes'))
    .map((change) => ({ id: v5(change.slug, namespace), ...change }))
  return changes
}
