// npm run dev: pages with hot reload at http://localhost:3000. The server runs behind them and restarts when its source changes.
import { spawn } from 'node:child_process'
import type { IncomingMessage } from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { fillPage } from '../api/page-tokens.ts'
import { readConfig } from '../server/config.ts'
import { pageConfig } from '../server/pages/page-files.ts'

if (process.argv.includes('--help')) {
  process.stdout.write(
    'Usage: npm run dev\nStarts the portal with hot reload at http://localhost:3000 (PORT), and its server on the next port.\n',
  )
  process.exit(0)
}

const root = join(import.meta.dirname, '..')
const port = Number(process.env['PORT'] ?? 3000)
const serverPort = port + 1
const serverUrl = `http://localhost:${serverPort}`
const env = { ...process.env, PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${port}` }

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...env, PORT: String(serverPort) },
})
const vite = await createServer({
  configFile: join(root, 'web/vite.config.ts'),
  appType: 'custom',
  plugins: [pages()],
  server: {
    port,
    strictPort: true,
    proxy: { '^/(api|calendar|healthz|readyz|metrics|\\.well-known)(/|$)': serverUrl },
  },
})
await vite.listen()
process.stdout.write(`Portal with hot reload running at http://localhost:${port}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    server.kill('SIGTERM')
    server.once('exit', () => void vite.close().then(() => process.exit(0)))
  })

/**
 * Serves HTML like the portal: the app to signed-in users and at its own addresses, the landing page at `/` to others.
 */
function pages(): Plugin {
  return {
    name: 'portal:pages',
    configureServer(vite) {
      return () =>
        vite.middlewares.use((request, response, next) => {
          if (request.method !== 'GET' || request.headers.accept?.includes('text/html') !== true) return next()
          void pageFor(request)
            .then(({ file, html }) => vite.transformIndexHtml(`/${file}`, html, request.originalUrl))
            .then(
              (html) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
              (error: unknown) => response.writeHead(500).end(String(error)),
            )
        })
    },
  }
}

async function pageFor(request: IncomingMessage) {
  const signedIn = await isSignedIn(request.headers.cookie)
  const { pathname } = new URL(request.url ?? '/', serverUrl)
  const file = signedIn || pathname !== '/' ? 'app.html' : 'index.html'
  const html = await readFile(join(root, 'web', file), 'utf8')
  return { file, html: fillPage(html, { ...pageConfig(readConfig(env), null), signedIn }) }
}

/** While the server restarts, no one counts as signed in. */
async function isSignedIn(cookie = ''): Promise<boolean> {
  const answer = await fetch(`${serverUrl}/api/user`, { headers: { cookie } }).catch(() => null)
  return answer?.ok === true
}
