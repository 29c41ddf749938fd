// The built-in model policies: files in `content/model-policies/`, YAML front matter and Markdown text.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ModelPolicyFrontMatter } from '../../domain/model-policy.ts'
import { parseYaml } from '../kit/yaml.ts'

export type BundledModelPolicy = ModelPolicyFrontMatter & { content: string }

const folder = join(import.meta.dirname, '../../content/model-policies')

/** In the bundle: the build reads the texts once (docs/decisions/0002). */
const built = import.meta.filename.endsWith('.ts') ? null : join(import.meta.dirname, 'content/model-policies.json')

/** Handbook order; texts not listed here come last, by slug. */
const order = [
  'employee-handbook',
  'code-of-conduct',
  'anti-discrimination',
  'whistleblower',
  'hiring-policy',
  'wage-hour',
  'leave-policy',
  'performance-management',
  'safety-policy',
  'data-privacy',
  'social-media',
  'k12-background-check',
  'k12-mandated-reporting',
  'k12-student-privacy',
  'k12-technology-use',
]

/** Reads all of them. @throws an error that names the file with wrong front matter */
export function bundledModelPolicies(): BundledModelPolicy[] {
  if (built !== null) return JSON.parse(readFileSync(built, 'utf8')) as BundledModelPolicy[]
  const place = (slug: string) => (order.includes(slug) ? order.indexOf(slug) : order.length)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readModelPolicy(readFileSync(join(folder, name), 'utf8'), name))
    .toSorted((a, b) => place(a.slug) - place(b.slug) || a.slug.localeCompare(b.slug))
}

export function readModelPolicy(file: string, name: string): BundledModelPolicy {
  const [, front, content] = /^---\r?\n([^]*?)\r?\n---\r?\n([^]*)$/.exec(file) ?? []
  if (front === undefined || content === undefined) throw new Error(`${name} does not begin with front matter.`)
  const head = ModelPolicyFrontMatter.safeParse(parseYaml(front))
  if (!head.success) throw new Error(`${name}: ${z.prettifyError(head.error)}`)
  return { ...head.data, content: content.trim() }
}
