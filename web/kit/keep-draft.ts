// Saves what is typed while it is typed: after a pause, field by field, one save after another, again when one failed.

import { CallError } from './call.ts'

/** `refused`: the server's sentence; trying the same again would change nothing. */
export type DraftState = 'quiet' | 'waiting' | 'saving' | 'saved' | 'failed' | { refused: string }
type Fields = Readonly<Record<string, string>>

interface Plan {
  /** What the server holds, or would put there by itself. */
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
    /** Nothing is saved from now on; resolves once what is under way has ended. */
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
 * A no that the next try would hear as well: the folder was archived, the session has ended. Not so when the server was out of
 * reach or busy. What is typed stays, and the next letter asks once more.
 */
const isCallError = (error: unknown): error is CallError =>
  error instanceof CallError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 408 &&
  error.status !== 429
