import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'
import { plainLists } from './plain-lists-plugin.ts'

const web = import.meta.dirname

/** What the build puts into the pages' heads (build.ts), for the development server. */
const developmentHeads: Plugin = {
  name: 'portal:development-heads',
  apply: 'serve',
  transformIndexHtml: (html, { path }) =>
    html.replace(
      '<!--head-->',
      path === '/app.html'
        ? '<script type="module" src="/kit/theme-first.ts"></script>'
        : '<script type="module" src="/landing/boot.ts"></script>',
    ),
}

/** Under the development server every address but the landing page's is the app, as the real server has it. */
const developmentAddresses: Plugin = {
  name: 'portal:development-addresses',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const { url = '/', headers } = request
      const isPage = headers.accept?.includes('text/html') === true && !url.startsWith('/api/')
      const signedIn = /(?:^|; )[^=;]*session=/.test(headers.cookie ?? '')
      if (isPage && (signedIn || !/^\/(?:$|\?)/.test(url))) request.url = '/app.html'
      next()
    })
  },
}

export default defineConfig({
  root: web,
  appType: 'mpa',
  plugins: [react(), tailwindcss(), plainLists, developmentHeads, developmentAddresses],
  define: { LANDING_ENTRY: JSON.stringify('/landing/entry.tsx') },
  resolve: {
    // The package puts <style> elements into the page, which our content security policy refuses.
    alias: { 'react-style-singleton': join(web, 'kit/style-singleton.ts') },
  },
  server: { port: 5173, proxy: { '/api': 'http://localhost:3000' } },
  build: {
    target: 'es2024',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
})
