// J3: whether secrets lie about, and as whom the portal runs.
import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesUnder, root } from '../../guards/house.ts'
import { type Portal, startPortal } from '../../running-portal.ts'
import { Missing, type Finding, type Probe } from '../check.ts'
import { visitor } from './client.ts'

const secrets = [
  /-----BEGIN (RSA |EC |OPENSSH |ENCRYPTED )?PRIVATE KEY-----\n[A-Za-z0-9+/=]{20}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  /\bsk-[A-Za-z0-9]{32,}\b/,
  /\bxox[abpr]-[A-Za-z0-9-]{20,}/,
  /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\./,
  /:\/\/[a-z]+:(?!\$|password|secret|pass|wrong|portal|x\b)[^\s@/'"`:]{12,}@(?!localhost|127|example)/i,
]

/** J3 */
export const lyingAbout: Probe = async () => {
  const files = filesUnder(['.'], /\.(ts|tsx|mjs|js|json|md|yml|yaml|sql|css|html)$/).filter(
    ({ path }) => path !== 'package-lock.json',
  )
  const built = execFileSync('find', [join(root, 'dist'), '-name', '*.js', '-o', '-name', '*.html'], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .map((path) => ({ path: path.slice(root.length + 1), text: readFileSync(path, 'utf8') }))
  const hits = [...files, ...built]
    .filter(({ text }) => secrets.some((each) => each.test(text)))
    .map(({ path }) => path)
  const secret = 'canary-in-the-settings'
  const settings = { SMTP_URL: `smtp://user:${secret}@127.0.0.1:9`, MAIL_FROM: 'a@example.com', DEMO: 'on' }
  const portal = await startPortal(settings)
  try {
    const line = execFileSync('ps', ['-e', '-o', 'args'], { encoding: 'utf8' })
    const modeOf = (path: string) => (statSync(join(portal.dataDir, path)).mode & 0o777).toString(8)
    const modes = ['postgres', 'files'].flatMap((path) => {
      try {
        return [`${path} ${modeOf(path)}`]
      } catch {
        return []
      }
    })
    const isOpen = modes.some((mode) => !mode.endsWith(' 700'))
    const listed = line.includes(secret)
    return {
      passed: hits.length === 0 && !listed && !isOpen,
      figure: `${hits.length} in ${files.length + built.length} files${hits.length > 0 ? ` (${hits.slice(0, 3).join(', ')})` : ''}, ${listed ? 'one' : 'none'} in the list of processes, folders ${modes.join(', ')}`,
    }
  } finally {
    await portal.stop()
  }
}

const nobody = 65_534

/** J3: as an ordinary user it works, all of it; as root it says that it should not; and the files to deploy it name a user. */
export const notRoot: Probe = async (): Promise<Finding> => {
  if (process.getuid?.() !== 0) throw new Missing('Run this as root, to see that the portal does without.')
  const unit = readFileSync(join(root, 'docs/deploy/portal@.service'), 'utf8')
  const image = readFileSync(join(root, 'docs/deploy/Containerfile'), 'utf8')
  const isNamed = /^User=(?!root)\w+$/m.test(unit) && /^USER (?!root)\w+$/m.test(image)
  const folder = mkdtempSync(join(tmpdir(), 'portal-nobody-'))
  chownSync(folder, nobody, nobody)
  const as = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--no-new-privs', '--']
  const portal = await startPortal({ DEMO: 'on', HOME: folder }, folder, as)
  try {
    const page = await visitor(portal.url).call('GET', '/')
    const ready = await visitor(portal.url).call('GET', '/readyz')
    const owners = [...new Set(familyOf(portal).map(userOf))]
    const rootPortal = await startPortal({ DEMO: 'on' })
    const warns = rootPortal.said().includes('runs as root')
    await rootPortal.stop()
    return {
      passed: isNamed && page.status === 200 && ready.status === 200 && owners.join() === String(nobody) && warns,
      figure: `as an ordinary user ready ${ready.status}, processes of user ${owners.join(', ')}; as root it ${warns ? 'warns' : 'says nothing'}; unit and image ${isNamed ? 'name' : 'do not name'} a user`,
    }
  } finally {
    process.kill(portal.pid, 'SIGTERM')
    await portal.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

const statusOf = (pid: number | string) => readFileSync(`/proc/${pid}/status`, 'utf8')
const userOf = (pid: number) => Number(/^Uid:\s+(\d+)/m.exec(statusOf(pid))?.[1])

/** It and all that it started. */
function familyOf({ pid }: Portal): number[] {
  const parents = new Map<number, number>()
  for (const each of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      parents.set(Number(each), Number(/^PPid:\s+(\d+)/m.exec(statusOf(each))?.[1]))
    } catch {
      // ended meanwhile
    }
  const family = [pid]
  for (const each of family)
    family.push(...[...parents].filter(([, parent]) => parent === each).map(([child]) => child))
  return family
}
