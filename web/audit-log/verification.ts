// The walk along the chain, part by part: the server walks for about a second each, so that it can be watched and stopped.
import { useEffect, useRef, useState } from 'react'
import { verifyAudit } from '../../api/audit-log.ts'
import type { AuditLogVerification } from '../../domain/audit-log.ts'
import { call } from '../kit/call.ts'

export type Walk =
  | { state: 'idle' }
  | { state: 'walking'; at: AuditLogVerification | null }
  | { state: 'done'; at: AuditLogVerification }
  | { state: 'failed'; error: unknown }

export function useAuditLogVerification() {
  const [walk, setWalk] = useState<Walk>({ state: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function start() {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    setWalk({ state: 'walking', at: null })
    try {
      for (let part: string | null = '0'; part !== null;) {
        const at: AuditLogVerification = await call(verifyAudit, { query: { part }, signal: stop.signal })
        part = at.next
        if (stop.signal.aborted) return
        setWalk(part === null ? { state: 'done', at } : { state: 'walking', at })
      }
    } catch (error) {
      if (!stop.signal.aborted) setWalk({ state: 'failed', error })
    }
  }

  function cancel() {
    running.current?.abort()
    setWalk({ state: 'idle' })
  }

  return { walk, start: () => void start(), cancel }
}
