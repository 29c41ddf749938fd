// Opens the store that the settings name, also in a child process.
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Place, Store } from './file-store.ts'
import { storeOnDisk } from './files-on-disk.ts'

export const diskStore = ({ dataDir }: Pick<Config, 'dataDir'>) => storeOnDisk(join(dataDir, 'files'))

export const openStore = async (config: Pick<Config, 'dataDir' | 's3'>): Promise<Store> =>
  config.s3 === undefined ? diskStore(config) : storeAt({ s3: config.s3 })

export const storeAt = async (place: Place): Promise<Store> =>
  's3' in place ? (await import('./files-in-s3.ts')).storeInS3(place.s3) : storeOnDisk(place.folder)
