// Autosaves typed text: debounced, per field, one request at a time, with retries.

import { CallError } from './call.ts'

/** `refused`: the server's sentence; trying the same again would change nothing. */
export type DraftState = 'quiet' | 'waiting' | 'saving' | 'saved' | 'failed' | { refused: string }
type Fields = Readonly<Record<string, string>>

interface AutosaveOptions {
  /** What the server has stored, or its default. */
  stored: Fields
  send: (fields: Fields) => Promise<unknown>
  onState: (state: DraftState) => void
  pauseMs?: number
  tryAgainMs?: number
}

export function startAutosave({ stored, send, onState, pauseMs = 600, tryAgainMs = 8000 }: AutosaveOptions) {
  let saved = stored
  let latest = stored
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined

  const changed = () => Object.fromEntries(Object.entries(latest).filter(([name, value]) => saved[name] !== value))
  const isAllSaved = () => Object.keys(changed()).length === 0

  async function save() {
    clearTimeout(timer)
    const fields = changed()
    if (stopped || Object.keys(fields).length === 0) return
    onState('saving')
    try {
      await send(fields)
      saved = { ...saved, ...fields }
      if (isAllSaved()) onState('saved')
    } catch (error) {
      if (isCallError(error)) return onState({ refused: error.sentence })
      onState('failed')
      timer = setTimeout(() => void flush(), tryAgainMs)
    }
  }

  /** Now, after the save that is under way. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    running = running.then(save)
    return running
  }

  return {
    typed(values: Fields) {
      latest = values
      if (stopped || isAllSaved()) return
      clearTimeout(timer)
      onState('waiting')
      timer = setTimeout(() => void flush(), pauseMs)
    },
    flush,
    /** Stops saving; resolves when the current request has ended. */
    stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      return running
    },
    /** After a submission that was refused. */
    resume() {
      stopped = false
      void flush()
    },
  }
}

/**
 * A failure that a retry would repeat: the folder is archived, the session has expired. Not so when the server was
 * unreachable or busy. The text stays in the field, and the next keystroke tries again.
 */
const isCallError = (error: unknown): error is CallError =>
  error instanceof CallError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 408 &&
  error.status !== 429
