import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' }

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

/** The fonts, character maps, and decoders that pdf.js fetches for some files; build.ts copies them here. */
const pdfAssets = {
  serve: `/@fs${join(web, '../node_modules/pdfjs-dist')}/`,
  build: `/assets/pdfjs-${pdfjs.version}/`,
}

export default defineConfig(({ command }) => ({
  root: web,
  plugins: [react(), tailwindcss(), developmentHeads],
  define: {
    LANDING_ENTRY: JSON.stringify('/landing/entry.tsx'),
    PDF_ASSETS: JSON.stringify(pdfAssets[command]),
  },
  resolve: {
    // The package puts <style> elements into the page, which our content security policy refuses.
    alias: { 'react-style-singleton': join(web, 'kit/style-singleton.ts') },
  },
  build: {
    target: 'es2024',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // On a busy machine, Rolldown would otherwise warn about slow plugins, which looks like an error.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
}))
