// Whoever stops `npm start` ends npm, and perhaps the shell that npm put between; neither passes it on to us in every
// case (a kill -9 never), and the portal would be left running, with its port and its data folder.
import { readFileSync } from 'node:fs'

/** Ends this process with SIGTERM soon after the npm that started it, if one did, has ended. Not on Windows. */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const shell = process.ppid
  const npm = npmAbove(shell)
  const watch = setInterval(() => {
    // An orphan is given another parent.
    if (process.ppid === shell && (!npm || parentOf(shell) === npm)) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}

/** npm, when a shell stands between. Whatever is above npm (somebody's terminal) may end without us. */
function npmAbove(shell) {
  const parent = parentOf(shell)
  return parent && !isNpm(shell) && isNpm(parent) ? parent : undefined
}

const isNpm = (pid) => /\bnpm\b/.test(read(pid, 'cmdline'))

function parentOf(pid) {
  // After the name of the program, which may hold anything: the state, then the parent.
  return Number(/.*\) \S (\d+)/s.exec(read(pid, 'stat'))?.[1])
}

/** Linux alone has this; elsewhere the process just above is all that is watched. */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
