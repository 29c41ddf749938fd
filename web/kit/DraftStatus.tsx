import { classes } from './classes.ts'
import type { DraftState } from './autosave.ts'

const words: Record<Extract<DraftState, string>, string> = {
  quiet: '',
  waiting: '',
  saving: 'Saving...',
  saved: 'Draft saved',
  failed: 'Not saved yet. Retrying…',
}

/** Whether the typed text is saved. */
export const DraftStatus = ({ state }: { state: DraftState }) => (
  <span role="status" className={classes('text-meta', typeof state === 'string' ? 'text-ink-3' : 'text-danger')}>
    {typeof state === 'string' ? words[state] : `Not saved. ${state.refused}`}
  </span>
)
