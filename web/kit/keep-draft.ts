// Saves what is typed while it is typed: after a pause, field by field, one save after another, again when one failed.

export type DraftState = 'quiet' | 'waiting' | 'saving' | 'saved' | 'failed'
type Fields = Readonly<Record<string, string>>

interface Plan {
  /** What the server holds, or would put there by itself. */
  held: Fields
  send: (fields: Fields) => Promise<unknown>
  tell: (state: DraftState) => void
  /** Whether it is of use to try again by itself. */
  mayTryAgain?: (error: unknown) => boolean
  pauseMs?: number
  tryAgainMs?: number
}

export function keepDraft({ held, send, tell, mayTryAgain = () => true, pauseMs = 600, tryAgainMs = 8000 }: Plan) {
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
      tell('failed')
      if (mayTryAgain(error)) timer = setTimeout(() => void flush(), tryAgainMs)
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
