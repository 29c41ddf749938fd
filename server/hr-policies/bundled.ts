// The built-in policies: files in `content/policies/`, YAML front matter and Markdown text.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { PolicyFrontMatter } from '../../domain/hr-policy.ts'
import { parseYaml } from '../kit/yaml.ts'

export type BundledPolicy = PolicyFrontMatter & { content: string }

const folder = join(import.meta.dirname, '../../content/policies')

/** In the bundle: the build reads the texts once (docs/decisions/0002). */
const built = import.meta.filename.endsWith('.ts') ? null : join(import.meta.dirname, 'content/policies.json')

/** Catalog order; policies not listed here follow, by slug. */
const order = [
  'employee-handbook',
  'code-of-conduct',
  'anti-discrimination',
  'leave-policy',
  'safety-policy',
  'k12-background-check',
  'k12-student-privacy',
  'k12-mandated-reporting',
  'k12-technology-use',
  'hiring-policy',
  'wage-hour',
  'performance-management',
  'data-privacy',
  'whistleblower',
  'social-media',
]

/** Reads all of them. @throws an error that names the file with wrong front matter */
export function bundledPolicies(): BundledPolicy[] {
  if (built !== null) return JSON.parse(readFileSync(built, 'utf8')) as BundledPolicy[]
  const place = (slug: string) => (order.includes(slug) ? order.indexOf(slug) : order.length)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readPolicy(readFileSync(join(folder, name), 'utf8'), name))
    .toSorted((a, b) => place(a.slug) - place(b.slug) || a.slug.localeCompare(b.slug))
}

export function readPolicy(file: string, name: string): BundledPolicy {
  const [, front, content] = /^---\r?\n([^]*?)\r?\n---\r?\n([^]*)$/.exec(file) ?? []
  if (front === undefined || content === undefined) throw new Error(`${name} does not begin with front matter.`)
  const head = PolicyFrontMatter.safeParse(parseYaml(front))
  if (!head.success) throw new Error(`${name}: ${z.prettifyError(head.error)}`)
  return { ...head.data, content: content.trim() }
}
