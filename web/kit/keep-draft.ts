// Autosaves typed text: debounced, per field, one request at a time, with retries.

import { CallError } from './call.ts'

/** `refused`: the server's sentence; trying the same again would change nothing. */
export type DraftState = 'quiet' | 'waiting' | 'saving' | 'saved' | 'failed' | { refused: string }
type Fields = Readonly<Record<string, string>>

interface Plan {
  /** What the server has stored, or its default. */
  held: Fields
  send: (fields: Fields) => Promise<unknown>
  tell: (state: DraftState) => void
  pauseMs?: number
  tryAgainMs?: number
}

export function keepDraft({ held, send, tell, pauseMs = 600, tryAgainMs = 8000 }: Plan) {
  let saved = held
  let latest = held
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined

  const changed = () => Object.fromEntries(Object.entries(latest).filter(([name, value]) => saved[name] !== value))
  const isAllSaved = () => Object.keys(changed()).length === 0

  async function save() {
    clearTimeout(timer)
    const fields = changed()
    if (stopped || Object.keys(fields).length === 0) return
    tell('saving')
    try {
      await send(fields)
      saved = { ...saved, ...fields }
      if (isAllSaved()) tell('saved')
    } catch (error) {
      if (isCallError(error)) return tell({ refused: error.sentence })
      tell('failed')
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
      tell('waiting')
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
    goOn() {
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
