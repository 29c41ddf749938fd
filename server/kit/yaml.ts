// Built-in texts are written in YAML. The build converts them to JSON (docs/decisions/0002), so the parser is needed
// only when running from source.
import { readFileSync } from 'node:fs'

const isSource = import.meta.filename.endsWith('.ts')

/** Parses YAML; unavailable in a built portal. */
export const parseYaml: (text: string, options?: { schema: 'core' }) => unknown = isSource
  ? (await import('yaml')).parse
  : () => {
      throw new Error('A built portal cannot read YAML.')
    }

/** A file of `content/`, without its extension: YAML when running from source, JSON in the bundle. */
export const readContent = (folder: string, name: string): unknown =>
  isSource
    ? parseYaml(readFileSync(`${folder}/${name}.yaml`, 'utf8'), { schema: 'core' })
    : (JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as unknown)
