import * as api from '../../api/test-data.ts'
import { notFound } from '../../domain/errors.ts'
import type { Config } from '../config.ts'
import type { Bind } from '../kit/serve.ts'
import { setUpTestData } from './actions.ts'

export function testDataRoutes(on: Bind, config: Pick<Config, 'demonstration' | 'provider'>) {
  on.write(api.setUpTestData, ({ tx, actor }) => {
    if (!config.demonstration) throw notFound()
    return setUpTestData(tx, actor, config.provider)
  })
}
