// Questions that come in the same turn of the event loop, asked in one.

/**
 * Answers a function that asks for one key; all that are asked for in a turn go to `ask` together. Nobody waits for the answer to
 * another's question, and each question is asked after it was put.
 */
export function inOneAsk<T>(ask: (keys: string[]) => Promise<Map<string, T>>): (key: string) => Promise<T | null> {
  let gathered: { keys: Set<string>; found: Promise<Map<string, T>> } | null = null

  function gather() {
    const keys = new Set<string>()
    const found = new Promise<Map<string, T>>((resolve) => {
      setImmediate(() => {
        gathered = null
        resolve(ask([...keys]))
      })
    })
    return { keys, found }
  }

  return async (key) => {
    gathered ??= gather()
    const { keys, found } = gathered
    keys.add(key)
    return (await found).get(key) ?? null
  }
}
