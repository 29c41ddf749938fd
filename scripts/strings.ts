// node scripts/launch.mjs strings [-- DIR]: prints every text that people read in screens, emails, errors, PDFs, and command
// output, each with its file, for an editor or a translator.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { textsOf } from '../tests/architecture/vocabulary.ts'
import { root } from './install.mjs'

const [given] = process.argv.slice(2)
if (given === '--help')
  process.stdout.write('Usage: node scripts/launch.mjs strings -- [DIR]\n  DIR  another checkout of the portal\n')
else {
  const checkout = given === undefined ? root : resolve(given)
  const folders = ['web', 'domain', 'server', 'api', 'scripts']
  const paths = execFileSync('git', ['ls-files', '--', ...folders], { cwd: checkout, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && !/\.test\.tsx?$|\.d\.mts$|component-test/.test(path))
  for (const path of paths) {
    const texts = new Set(textsOf(path, readFileSync(join(checkout, path), 'utf8')))
    texts.delete('')
    for (const text of texts) process.stdout.write(`${path}\t${text}\n`)
  }
}
