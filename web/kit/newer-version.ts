// An edit that came too late (412). What was typed stays; what changed meanwhile is shown; the next try goes on the newest version.
import { useState } from 'react'
import { CallError } from './call.ts'

/** A field that somebody else has changed, and what it holds now, in words. */
export interface Difference {
  label: string
  now: string
}

interface Plan<T> {
  /** What the form was filled from. */
  first: T
  /** Reads the thing again. */
  read: () => Promise<T>
  describe: (before: T, after: T) => Difference[]
  /** Puts the newest values into the fields that were not touched: `form.reset(values, keepTyped)`. */
  adopt: (newest: T) => void
}

export const keepTyped = { keepDirtyValues: true, keepDirty: true, keepErrors: true } as const

const sentence =
  'Somebody changed this while you were editing. What you typed is still here: look at what is new, then save again.'

export function useNewerVersion<T extends { version: number }>({ first, read, describe, adopt }: Plan<T>) {
  const [base, setBase] = useState(first)
  const [differences, setDifferences] = useState<Difference[] | null>(null)

  /** Sends the edit with the version that it is based on. */
  async function onBase<R>(send: (version: number) => Promise<R>): Promise<R> {
    try {
      return await send(base.version)
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 412) throw error
      const newest = await read()
      setDifferences(describe(base, newest))
      setBase(newest)
      adopt(newest)
      throw new CallError({ status: 412, text: error.message, code: error.code, sentence })
    }
  }
  return { onBase, differences }
}
