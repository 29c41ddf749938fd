import type { Plugin } from 'vite'
import { pages } from '../api/pages.ts'
import { companySizes, industries, industryLabels } from '../domain/service-request.ts'

const lists = { companySizes, industries, industryLabels, pagePaths: pages.map((page) => page.path) }
const name = 'virtual:plain-lists'

/**
 * Gives the landing page some lists of the domain as plain data. Imported from their files they would bring zod along, a third
 * of the page's script, since a bundler can't know that making a schema has no side effect.
 */
export const plainLists: Plugin = {
  name: 'portal:plain-lists',
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  load: (id) =>
    id === `\0${name}`
      ? Object.entries(lists)
          .map(([key, value]) => `export const ${key} = ${JSON.stringify(value)}`)
          .join('\n')
      : undefined,
}
