import type { DraftState } from './keep-draft.ts'

const words: Record<DraftState, string> = {
  quiet: '',
  waiting: '',
  saving: 'Saving...',
  saved: 'Draft saved',
  failed: 'Not saved yet. We keep trying.',
}

/** Beside the buttons: whether what was typed is safe. */
export const DraftStatus = ({ state }: { state: DraftState }) => (
  <span role="status" className="text-meta text-ink-3">
    {words[state]}
  </span>
)
