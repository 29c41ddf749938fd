// Which store the settings name.
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Store } from './file-store.ts'
import { storeOnDisk } from './files-on-disk.ts'

export const diskStore = ({ dataDir }: Pick<Config, 'dataDir'>) => storeOnDisk(join(dataDir, 'files'))

export const openStore = async (config: Pick<Config, 'dataDir' | 's3'>): Promise<Store> =>
  config.s3 === undefined ? diskStore(config) : (await import('./files-in-s3.ts')).storeInS3(config.s3)
