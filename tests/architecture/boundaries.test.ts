// Allowed imports between folders: domain imports itself and zod, api imports domain, and web never imports the server.
import { describe, expect, it } from 'vitest'
import { filesUnder, importsOf, type SourceFile } from './source-files.ts'

interface Rule {
  name: string
  within: (path: string) => boolean
  refuses: (imported: string, path: string) => boolean
}

const isTest = (path: string) => path.endsWith('.test.ts')

const rules: Rule[] = [
  {
    name: 'the domain knows only itself and zod',
    within: (path) => path.startsWith('domain/') && !isTest(path),
    refuses: (imported) => imported !== 'zod' && !imported.startsWith('domain/'),
  },
  {
    name: 'the surface knows only itself, the domain and zod',
    within: (path) => path.startsWith('api/') && !isTest(path),
    refuses: (imported) => imported !== 'zod' && !imported.startsWith('domain/') && !imported.startsWith('api/'),
  },
  {
    name: 'the screens never import the server',
    within: (path) => path.startsWith('web/'),
    refuses: (imported) => imported.startsWith('server/') || imported.startsWith('tests/'),
  },
  {
    name: 'the kit of the server holds technique, no business: it imports no area',
    within: (path) => path.startsWith('server/kit/') && !isTest(path),
    refuses: (imported) => /^server\/(?!kit\/|config\.ts|app\.ts)/.test(imported),
  },
  {
    name: 'the running program knows nothing of its tests',
    within: (path) => path.startsWith('server/') && !isTest(path),
    refuses: (imported) => imported.startsWith('tests/') || imported.startsWith('bench/'),
  },
]

const offenders = (rule: Rule, files: SourceFile[]) =>
  files
    .filter(({ path }) => rule.within(path))
    .flatMap((file) =>
      importsOf(file)
        .filter((imported) => rule.refuses(imported, file.path))
        .map((imported) => `${file.path} imports ${imported}`),
    )

const all = filesUnder(['api', 'domain', 'server', 'web'], /\.tsx?$/)

describe('the import boundaries', () => {
  it.each(rules.map((rule) => [rule.name, rule] as const))('%s', (_name, rule) => {
    expect(offenders(rule, all)).toEqual([])
  })

  it('are detected when they are crossed', () => {
    const planted = (path: string, text: string) => [{ path, text }]
    expect(offenders(rules[0]!, planted('domain/x.ts', "import { db } from '../server/kit/db.ts'"))).toHaveLength(1)
    expect(offenders(rules[0]!, planted('domain/x.ts', "import pg from 'pg'"))).toHaveLength(1)
    expect(offenders(rules[1]!, planted('api/x.ts', "import { y } from '../web/y.ts'"))).toHaveLength(1)
    expect(offenders(rules[2]!, planted('web/x/X.tsx', "const y = await import('../../server/y.ts')"))).toHaveLength(1)
    expect(offenders(rules[3]!, planted('server/kit/x.ts', "import { y } from '../users/queries.ts'"))).toHaveLength(1)
  })

  const readers = (files: SourceFile[]) =>
    files
      .filter(({ path, text }) => path.startsWith('server/') && !isTest(path) && /process\.env\b/.test(text))
      .map(({ path }) => path)

  it('allow only config.ts and the entry points to read the environment', () => {
    // The last two pass some of it on: to PostgreSQL's programs, and to the worker processes.
    const allowed = [
      'server/config.ts',
      'server/backup.ts',
      'server/create-admin.ts',
      'server/files-move.ts',
      'server/main.ts',
      'server/restore.ts',
      'server/rotate-key.ts',
      'server/rotate-seal.ts',
      'server/verify.ts',
      'server/embedded-postgres/cluster.ts',
      'server/kit/worker-pool.ts',
    ]
    expect(readers(all).filter((path) => !allowed.includes(path))).toEqual([])
    expect(readers([{ path: 'server/kit/x.ts', text: 'process.env.PORT' }])).toHaveLength(1)
  })

  it('let no business rule read the audit log: only its own folder, histories for people, and the tools that protect it', () => {
    const readers = (files: SourceFile[]) =>
      files.filter(({ path, text }) => /\baudit_entries\b/.test(text) && !isTest(path)).map(({ path }) => path)
    const allowed = [
      'server/recorder.ts', // writes it
      'server/kit/database-roles.ts',
      'server/monitoring/measures.ts', // whether the database allows changing entries
      'server/portal.ts', // ids continue after the newest entry
      'server/client-folders/merge-tables.ts', // the list of tables whose rows stay
      'server/retention/plan.ts', // the number of entries, shown before a deletion
      'server/assignments/queries.ts', // histories
      'server/contracts/queries.ts',
      'server/invoices/queries.ts',
      'server/service-rates/queries.ts',
      'server/signatures/queries.ts', // the events on a certificate
      'server/backup/money-rules.ts', // npm run verify counts what was deleted after its retention period
    ]
    const inArea = (path: string) => path.startsWith('server/audit-log/') || allowed.includes(path)
    expect(readers(all).filter((path) => !inArea(path))).toEqual([])
    expect(readers([{ path: 'server/x/queries.ts', text: 'select from audit_entries' }])).toHaveLength(1)
  })

  const waiters = (files: SourceFile[]) =>
    files
      .filter(({ path, text }) => path.startsWith('web/') && /\b(?:isFetching|useIsFetching)\s*\(/.test(text))
      .map(({ path }) => path)

  it('forbid pages to wait for every open request, since one that is never answered would hold the page back', () => {
    expect(waiters(all)).toEqual([])
    const planted = ['client.isFetching({ predicate }) === 0', 'const open = useIsFetching()']
    for (const text of planted) expect(waiters([{ path: 'web/kit/Page.tsx', text }])).toHaveLength(1)
    expect(waiters([{ path: 'web/x/Page.tsx', text: 'query.isFetching && <Spinner />' }])).toEqual([])
  })

  const drawers = (paths: string[]) =>
    paths.filter((path) => /(^|\/)(utils?|lib|helpers?|common|services|misc)(\/|\.tsx?$)/.test(path))

  it('forbid catch-all folders such as utils', () => {
    expect(drawers(all.map(({ path }) => path))).toEqual([])
    expect(drawers(['web/utils/date.ts', 'server/helpers.ts'])).toHaveLength(2)
  })
})
