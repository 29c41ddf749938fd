// What the oldest supported browsers lack (docs/browsers.md) is refused by the compiler or by the linter.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from './source-files.ts'

const unknownToTheCompiler = [
  'Promise.withResolvers()',
  'Promise.try(() => 1)',
  'Object.groupBy([1], String)',
  'Map.groupBy([1], String)',
  'Array.fromAsync([1])',
  'new Set([1]).union(new Set([2]))',
  '[1].values().map(String)',
]
const refusedByTheLinter = [
  "URL.parse('')",
  "URL.canParse('')",
  'AbortSignal.any([])',
  'document.body.checkVisibility()',
  'document.startViewTransition(() => {})',
  'document.body.showPopover()',
]
const supported = ['[1].toSorted()', 'structuredClone([1])', "'x'.isWellFormed()", 'AbortSignal.timeout(1)']

const bin = (name: string) => join(root, 'node_modules/.bin', name)
let folder: string
/** The lines of the planted file that were refused. */
let refused: { compiler: string[]; linter: string[] }

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-browsers-'))
  const planted = [...unknownToTheCompiler, ...refusedByTheLinter, ...supported]
  mkdirSync(join(folder, 'web'))
  writeFileSync(join(folder, 'web/planted.ts'), planted.map((line) => `void ${line}\n`).join(''))
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  const compilerOptions = { incremental: false, tsBuildInfoFile: null, noEmit: true, types: [] }
  const config = { extends: join(root, 'web/tsconfig.json'), compilerOptions, include: ['web'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const linesOf = (output: string, place: RegExp) => [
    ...new Set([...output.matchAll(place)].map((match) => planted[Number(match[1]) - 1] ?? 'none')),
  ]
  const options = { cwd: folder, encoding: 'utf8' as const }
  const compiled = spawnSync(bin('tsc'), ['-p', '.', '--pretty', 'false'], options)
  const linted = spawnSync(bin('oxlint'), ['--format', 'unix', 'web'], options)
  refused = {
    compiler: linesOf(compiled.stdout, /planted\.ts\((\d+),/g),
    linter: linesOf(linted.stdout, /planted\.ts:(\d+):/g),
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('what the oldest supported browsers lack', () => {
  it('is unknown to the compiler where it is new in the language', () => {
    expect(refused.compiler).toEqual(unknownToTheCompiler)
  })

  it('is refused by the linter where the compiler knows it', () => {
    expect(refused.linter).toEqual(refusedByTheLinter)
  })
})
