// The files that the architecture tests check: those that git tracks or would track.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export interface SourceFile {
  path: string
  text: string
}

export function filesUnder(folders: string[], ending: RegExp): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((path) => ending.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** A file's imports, as paths from the root; packages by name. */
export function importsOf({ path, text }: SourceFile): string[] {
  const found = [...text.matchAll(/(?<!\.)\b(?:from|import)\s*\(?\s*'([^'\n]+)'/g)].map((match) => match[1] as string)
  return found.map((name) => (name.startsWith('.') ? join(path, '..', name) : name))
}
