// Empty places to restore into: a database and a data folder, deleted after the test.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type Config, readConfig } from '../server/config.ts'
import type { DatabaseAddress } from '../server/kit/db.ts'
import { databaseOn, portalOn } from './databases.ts'

export interface Place {
  config: Config
  address: DatabaseAddress
  remove(): Promise<void>
}

let count = 0

export async function emptyPlace(settings: NodeJS.ProcessEnv = {}): Promise<Place> {
  const server = inject('postgres')
  const name = `place_${process.pid}_${++count}`
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-place-'))
  await onServer(`create database ${name}`)
  return {
    config: readConfig({ LOG_LEVEL: 'silent', DEMO: 'off', DATA_DIR: dataDir, ...settings }),
    address: portalOn(server, name),
    async remove() {
      await onServer(`drop database if exists ${name} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function onServer(statement: string): Promise<void> {
  const admin = new pg.Client(databaseOn(inject('postgres'), 'postgres'))
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}
