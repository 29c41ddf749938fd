// Builds the screens: `npm run build` calls buildWeb(). Two pages: the landing page, prerendered and brought to life late, and
// the app. Tokens ({{provider.name}}, …) stay in the pages and are filled in by the server (api/page-tokens.ts).
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pathToFileURL } from 'node:url'
import { brotliCompress, constants, gzip } from 'node:zlib'
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' }
import { rolldown } from 'rolldown'
import type { Manifest } from 'vite'
import { build } from 'vite'
import { ridgePath } from './kit/ridge-path.ts'

const web = import.meta.dirname
const configFile = join(web, 'vite.config.ts')

/**
 * Writes index.html, app.html, shells.json, offline.html, assets/ (hashed names, each also as .br and .gz), robots.txt,
 * sitemap.xml, manifest.webmanifest, service-worker.js and csp.json. Returns the files of the bundles.
 */
export async function buildWeb(outDir: string): Promise<string[]> {
  process.env.NODE_ENV = 'production'
  await rm(outDir, { recursive: true, force: true })
  const modules = await buildScreens(outDir)
  const manifest = await takeManifest(outDir)
  const prerender = await loadPrerender()
  const landingStyles = await writeLanding(outDir, prerender, manifest)
  const themeFirst = await writeScript(outDir, 'kit/theme-first.ts', {})
  await writeApp(outDir, prerender, themeFirst)
  const offlineStyles = await writeOffline(outDir, themeFirst)
  await writeWebManifest(outDir)
  const hashes = { styles: landingStyles, app: [hashOf(scrollAreaStyle)], offline: offlineStyles }
  await writeFile(join(outDir, 'csp.json'), JSON.stringify(hashes))
  await copyPlainFiles(outDir)
  await compressAll(join(outDir, 'assets'))
  return modules
}

async function buildScreens(outDir: string): Promise<string[]> {
  const built = await build({
    configFile,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: false,
      manifest: true,
      rolldownOptions: { input: { app: join(web, 'app.html'), landing: join(web, 'landing/entry.tsx') } },
    },
  })
  if (!('output' in built)) throw new Error('The build made several bundles.')
  return built.output.flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []))
}

async function takeManifest(outDir: string): Promise<Manifest> {
  const folder = join(outDir, '.vite')
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  await rm(folder, { recursive: true })
  return manifest
}

/**
 * The landing page with inlined styles, preloaded fonts, and one tiny script that loads the rest late. Returns the
 * hashes of its styles.
 */
async function writeLanding(outDir: string, { prerenderLanding }: Prerender, manifest: Manifest): Promise<string[]> {
  const entry = manifest['landing/entry.tsx']
  if (entry === undefined) throw new Error('The build made no landing page.')
  const css = await readFile(join(outDir, entry.css?.[0] ?? ''), 'utf8')
  const boot = await writeScript(outDir, 'landing/boot.ts', { LANDING_ENTRY: JSON.stringify(`/${entry.file}`) })
  const icon = await addAsset(outDir, 'favicon.svg')
  const picture = await addAsset(outDir, 'landing/og.png')
  const head = [
    // First, so that it is there when the first button can be pressed.
    `<script src="${boot}" async></script>`,
    ...fontsOf(css).map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin />`),
    `<style>${css}</style>`,
  ].join('\n    ')
  const template = (await readFile(join(web, 'index.html'), 'utf8'))
    .replace('./favicon.svg', icon)
    .replace('/__OG_IMAGE__', picture)
  const page = (logo: string | null) =>
    template.replace('<!--head-->', () => head).replace('<!--page-->', () => prerenderLanding(logo))
  await writeFile(join(outDir, 'index.html'), page(null))
  // Where the provider has a logo of its own (PROVIDER_LOGO).
  await writeFile(join(outDir, 'index.logo.html'), page('{{provider.logo}}'))
  return [hashOf(css), hashOf(scrollAreaStyle)]
}

// Radix's scroll area (kit/ScrollArea.tsx) writes this one <style> element, always the same.
export const scrollAreaStyle =
  '[data-radix-scroll-area-viewport]{scrollbar-width:none;-ms-overflow-style:none;-webkit-overflow-scrolling:touch;}[data-radix-scroll-area-viewport]::-webkit-scrollbar{display:none}'

const fontsOf = (css: string) => [...new Set([...css.matchAll(/url\("?([^")]+\.woff2)"?\)/g)].map((found) => found[1]))]

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** Without a logo, they show the default mark. */
type Prerender = {
  prerenderLanding: (logo: string | null) => string
  prerenderShells: (logo: string | null) => Record<string, string>
}

/** Renders pages in a separate build for Node. */
async function loadPrerender(): Promise<Prerender> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-prerender-'))
  try {
    await build({
      configFile,
      logLevel: 'warn',
      ssr: { noExternal: true },
      build: { ssr: join(web, 'prerender.ts'), outDir: folder, emptyOutDir: true },
    })
    const file = pathToFileURL(join(folder, 'prerender.js')).href
    return (await import(file)) as Prerender
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeApp(outDir: string, { prerenderShells }: Prerender, themeFirst: string) {
  const file = join(outDir, 'app.html')
  const touchIcon = await addAsset(outDir, 'icon-192.png')
  const page = await readFile(file, 'utf8')
  // Vite would make an asset of the manifest, which the server fills in.
  const head = [
    '<link rel="manifest" href="/manifest.webmanifest" />',
    `<link rel="apple-touch-icon" href="${touchIcon}" />`,
    `<script src="${themeFirst}"></script>`,
  ].join('\n    ')
  await writeFile(file, page.replace('<!--head-->', head))
  const shells = { plain: prerenderShells(null), logo: prerenderShells('{{provider.logo}}') }
  await writeFile(join(outDir, 'shells.json'), JSON.stringify(shells))
}

/**
 * The page that the service worker shows without a network. Only the theme is a file of its own, which the browser has from every
 * page of the app; without it the page is light. Answers the hashes of its styles.
 */
async function writeOffline(outDir: string, themeFirst: string): Promise<string[]> {
  const icon = encodeURIComponent(await readFile(join(web, 'favicon.svg'), 'utf8'))
  const css = await Promise.all(
    ['kit/tokens.css', 'kit/dark.css', 'offline.css'].map((file) => readFile(join(web, file), 'utf8')),
  ).then((parts) => parts.join(''))
  const page = (await readFile(join(web, 'offline.html'), 'utf8'))
    .replace('./favicon.svg', `data:image/svg+xml,${icon}`)
    .replace('<!--head-->', () => `<script src="${themeFirst}"></script>\n    <style>${css}</style>`)
    .replace('<!--ridge-->', ridge)
  await writeFile(join(outDir, 'offline.html'), page)
  return [hashOf(css)]
}

/** As kit/Ridge.tsx draws it. */
const ridge = `<svg viewBox="0 0 480 120" preserveAspectRatio="none" aria-hidden="true"><path class="far" d="${ridgePath(17, 48, 22, -2.6, 480, 120)}"/><path class="near" d="${ridgePath(64, 82, 18, -2.2, 480, 120)}"/></svg>`

async function writeWebManifest(outDir: string) {
  let manifest = await readFile(join(web, 'manifest.webmanifest'), 'utf8')
  for (const name of ['icon-192.png', 'icon-512.png'])
    manifest = manifest.replaceAll(`./${name}`, await addAsset(outDir, name))
  await writeFile(join(outDir, 'manifest.webmanifest'), manifest)
}

/** Bundles one small script into one file and answers its address. */
async function writeScript(outDir: string, source: string, define: Record<string, string>): Promise<string> {
  const bundle = await rolldown({ input: join(web, source), tsconfig: false, transform: { define }, logLevel: 'warn' })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  return writeHashed(outDir, source, output[0].code, 'js')
}

const addAsset = async (outDir: string, source: string) =>
  writeHashed(outDir, source, await readFile(join(web, source)), source.split('.').at(-1) ?? '')

async function writeHashed(outDir: string, source: string, content: string | Buffer, extension: string) {
  const name = source.split('/').at(-1)?.split('.')[0] ?? ''
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8)
  await mkdir(join(outDir, 'assets'), { recursive: true })
  await writeFile(join(outDir, `assets/${name}-${hash}.${extension}`), content)
  return `/assets/${name}-${hash}.${extension}`
}

/** Copies the license with the fonts. */
async function copyPlainFiles(outDir: string) {
  for (const name of ['robots.txt', 'sitemap.xml', 'service-worker.js']) await cp(join(web, name), join(outDir, name))
  for (const font of ['besley', 'caveat', 'figtree'])
    await cp(
      join(web, `../node_modules/@fontsource-variable/${font}/LICENSE`),
      join(outDir, `assets/${font}-license.txt`),
    )
  await copyPdfAssets(outDir)
}

/** What pdf.js fetches by name for some PDFs: fonts that are not in the file, Asian character maps, a JPEG 2000 decoder. */
async function copyPdfAssets(outDir: string) {
  const from = join(web, '../node_modules/pdfjs-dist')
  const to = join(outDir, `assets/pdfjs-${pdfjs.version}`)
  for (const name of ['LICENSE', 'cmaps', 'standard_fonts', 'wasm/openjpeg_nowasm_fallback.js'])
    await cp(join(from, name), join(to, name), { recursive: true })
}

/** Writes the .br and .gz files that the server sends. Fonts and images are already compressed. */
async function compressAll(folder: string) {
  const files = (await readdir(folder)).filter((name) => /\.(js|mjs|css|svg|txt)$/.test(name))
  await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name)
      const content = await readFile(file)
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}
