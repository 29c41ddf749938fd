// J2: what is left of node_modules without what only builds is enough to run on.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../guards/house.ts'
import { textOf } from '../../pdf/text-of.ts'
import { startPortal } from '../../running-portal.ts'
import type { Probe } from '../check.ts'
import { signIn, visitor } from './client.ts'

export const pruned: Probe = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-pruned-'))
  try {
    // Links to the same files, besides those that npm writes anew.
    for (const part of ['dist', 'node_modules']) spawnSync('cp', ['-al', join(root, part), join(folder, part)])
    rmSync(join(folder, 'node_modules/.package-lock.json'), { force: true })
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(root, name), join(folder, name))
    const args = ['prune', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--offline']
    const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) return { passed: false, figure: `npm prune: ${stderr}` }
    const left = spawnSync('find', [join(folder, 'node_modules'), '-name', 'package.json', '-path', '*/yaml/*'])
    const portal = await startPortal({ DEMO: 'on' }, undefined, [], join(folder, 'dist/server/main.js'))
    try {
      const statuses = []
      for (const path of ['/', '/verify', '/readyz'])
        statuses.push((await visitor(portal.url).call('GET', path)).status)
      const client = await signIn(portal.url, 'client')
      const answer = await fetch(`${portal.url}/api/hr-forms/vacation-request/pdf`, {
        headers: { cookie: client.cookie },
      })
      const pdf = Buffer.from(await answer.arrayBuffer())
      const text = answer.ok ? await textOf(pdf) : ''
      return {
        passed: statuses.every((each) => each === 200) && pdf.includes('Figtree') && /vacation/i.test(text),
        figure: `pages ${[...new Set(statuses)].join(', ')}; a form of ${pdf.length} bytes in the portal's letters${left.stdout.length > 0 ? '; yaml is still there' : ''}`,
      }
    } finally {
      await portal.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
