// The examples that the recognition of crises is learned from: content/assistant/crises, a file for each author.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { CrisisKind } from '../../domain/hr-assistant.ts'
import { contentFolder, yamlFiles } from '../../server/hr-assistant/search/answer-units.ts'
import { parseYaml } from '../../server/kit/yaml.ts'

const Messages = z.strictObject({
  crises: z.record(CrisisKind, z.array(z.string())),
  'look-alikes': z.array(z.string()),
})

export interface CrisisExample {
  text: string
  /** Null for a harmless message. */
  kind: CrisisKind | null
  /** The file without its ending. */
  author: string
}

const folder = join(contentFolder, 'assistant/crises')

export const readExamples = (): CrisisExample[] =>
  yamlFiles(folder).flatMap((author) => examplesIn(join(folder, `${author}.yaml`), author))

export function examplesIn(file: string, author: string): CrisisExample[] {
  const { crises, 'look-alikes': alike } = Messages.parse(parseYaml(readFileSync(file, 'utf8')))
  return [
    ...CrisisKind.options.flatMap((kind) => crises[kind].map((text) => ({ text, kind, author }))),
    ...alike.map((text) => ({ text, kind: null, author })),
  ]
}
