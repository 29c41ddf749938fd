// Stopping `npm start` ends npm, and possibly the shell that npm put between; neither forwards the signal in every case
// (a kill -9 never), and the portal would keep running, with its port and its data folder.
import { readFileSync } from 'node:fs'

/** Ends this process with SIGTERM soon after its npm, if any, has ended. Not on Windows. */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const shell = process.ppid
  const npm = npmAbove(shell)
  const watch = setInterval(() => {
    // An orphaned process gets a different parent.
    if (process.ppid === shell && (!npm || parentOf(shell) === npm)) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}

/** The npm above a shell. Processes above npm (the terminal) may end without us. */
function npmAbove(shell) {
  const parent = parentOf(shell)
  return parent && !isNpm(shell) && isNpm(parent) ? parent : undefined
}

const isNpm = (pid) => /\bnpm\b/.test(read(pid, 'cmdline'))

function parentOf(pid) {
  // After the program's name, which may contain anything: the state, then the parent.
  return Number(/.*\) \S (\d+)/s.exec(read(pid, 'stat'))?.[1])
}

/** Linux only; elsewhere only the direct parent is monitored. */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
