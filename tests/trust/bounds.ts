// No check runs for ever, and none leaves a process behind.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Finding } from './check.ts'

const mostMinutes = { short: 12, long: 120 }

/** What is not over by then has failed; what it started is ended. */
export async function inTime(work: Promise<Finding>, long: boolean): Promise<Finding> {
  const minutes = long ? mostMinutes.long : mostMinutes.short
  const over = new AbortController()
  const late = pause(minutes * 60_000, null, { signal: over.signal, ref: false }).catch(() => null)
  // Thrown where it is waited for; past its time nobody waits, and what it fails of then is that it was ended.
  work.catch(() => {})
  try {
    const finding = await Promise.race([work, late])
    if (finding !== null) return finding
    await endChildren()
    return { passed: false, figure: `not over after ${minutes} minutes` }
  } finally {
    over.abort()
  }
}

/** Ends whatever this process started and nobody ended; answers how many there were. Linux alone tells. */
export async function endChildren(): Promise<number> {
  const found = children()
  for (const pid of found) signal(pid, 'SIGTERM')
  for (const until = Date.now() + 15_000; children().length > 0 && Date.now() < until;) await pause(100)
  for (const pid of children()) signal(pid, 'SIGKILL')
  return found.length
}

function children(): number[] {
  try {
    const threads = readdirSync(`/proc/${process.pid}/task`)
    const lists = threads.map((thread) => readFileSync(`/proc/${process.pid}/task/${thread}/children`, 'utf8'))
    return lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number))
  } catch {
    return []
  }
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // ended meanwhile
  }
}
