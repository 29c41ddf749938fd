// Libraries are used through their public interface: a private part changes without notice, in any release.
import { describe, expect, it } from 'vitest'
import { filesUnder, type SourceFile } from './source-files.ts'

const privateParts: { name: string; pattern: RegExp }[] = [
  { name: 'a table or function of graphile-worker that is not documented', pattern: /graphile_worker\._/ },
  // A member such as `socket._handle`; our own code has none, since private members are written `#name`.
  { name: 'a member whose name begins with an underscore', pattern: /[\w)\]]\??\._[a-z]|\{ _[a-z]\w*:/ },
  // `client.connection.stream` of pg, `signer.privateKey` of libpdf: members that their types don't declare.
  { name: 'a member declared by our own cast', pattern: /as unknown as \{/ },
  {
    name: 'a file inside a package',
    // pdf.js documents its build for older browsers by this path.
    pattern: /from '(?!@?[\w-]+\/[\w-]+'|pdfjs-dist\/legacy\/build\/|\.)[^']*\/(?:dist|lib|src|build|internal)\//,
  },
]

const findIn = (files: SourceFile[]) =>
  files.flatMap(({ path, text }) =>
    privateParts.filter(({ pattern }) => pattern.test(text)).map(({ name }) => `${path} uses ${name}`),
  )

describe('private parts of libraries', () => {
  it('are used nowhere', () => {
    expect(findIn(filesUnder(['api', 'client', 'domain', 'server', 'web'], /\.tsx?$/))).toEqual([])
  })

  it.each([
    'select from graphile_worker._private_jobs',
    'connection._handle?.fd',
    'Object.assign(pdf, { _isLinearized: false })',
    'const { privateKey } = signer as unknown as { privateKey: CryptoKey }',
    "import Client from 'pg/lib/client.js'",
  ])('are found: %s', (text) => {
    expect(findIn([{ path: 'server/x.ts', text }])).not.toEqual([])
  })
})
