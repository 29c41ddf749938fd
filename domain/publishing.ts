// Content that administrators write as a draft and publish in versions: agreement templates, own policies, and own forms.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { Instant, versioned } from './text.ts'

export const publishingFacts = {
  /** Null until it is published. */
  currentVersion: z.int().nullable(),
  /** Whether the draft differs from the current version. */
  hasChanges: z.boolean(),
  isActive: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
}

/** Administrators write drafts; the team uses what is published. */
export function draftActions(
  { isActive, hasChanges }: { isActive: boolean; hasChanges: boolean },
  actor: Actor,
): ('edit' | 'publish' | 'archive' | 'restore')[] {
  if (!isAdministrator(actor)) return []
  if (!isActive) return ['restore']
  return hasChanges ? ['edit', 'publish', 'archive'] : ['edit', 'archive']
}
