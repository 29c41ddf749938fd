// YAML is what our texts are written in. The build makes JSON of them (docs/decisions/0002), so that only sources bring the parser.
import { readFileSync } from 'node:fs'

const isSource = import.meta.filename.endsWith('.ts')

/** Reads a text as YAML; in a built portal there is none. */
export const parseYaml: (text: string, options?: { schema: 'core' }) => unknown = isSource
  ? (await import('yaml')).parse
  : () => {
      throw new Error('A built portal reads no YAML.')
    }

/** A file of `content/`, given without its ending: the YAML of the sources, the JSON beside the bundle. */
export const readContent = (folder: string, name: string): unknown =>
  isSource
    ? parseYaml(readFileSync(`${folder}/${name}.yaml`, 'utf8'), { schema: 'core' })
    : (JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as unknown)
