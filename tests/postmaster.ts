// Signals to a running PostgreSQL, all its processes included.
import { readdirSync, readFileSync } from 'node:fs'

/** A signal to the postmaster alone would leave its children running. @param postmaster its process id */
export function signalPostgres(postmaster: number, signal: NodeJS.Signals): void {
  const before = childrenOf(postmaster)
  process.kill(postmaster, signal)
  // What it started in between is still its child if it was only stopped.
  for (const pid of new Set([...before, ...childrenOf(postmaster)])) killIfRunning(pid, signal)
}

function childrenOf(postmaster: number): number[] {
  const parentOf = (pid: string) => {
    try {
      return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    } catch {
      return 0 // has ended
    }
  }
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === postmaster)
    .map(Number)
}

/** A child ends when the postmaster does, or with its connection. */
function killIfRunning(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
