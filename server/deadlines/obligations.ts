// The built-in obligations (`content/obligations.yaml`), read and validated once.
import { join } from 'node:path'
import { z } from 'zod'
import { Obligation } from '../../domain/deadline.ts'
import { readContent } from '../kit/yaml.ts'

const folder = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../../content' : 'content')

let obligations: Obligation[] | null = null

export function bundledObligations(): Obligation[] {
  obligations ??= z.array(Obligation).parse(readContent(folder, 'obligations'))
  return obligations
}
