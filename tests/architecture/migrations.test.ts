// Released migrations are append-only: a changed or inserted one would never run where the release is in use.
import { describe, expect, it } from 'vitest'
import { migrationFaults, migrationsIn, releasedMigrations } from '../../scripts/record-migrations.ts'

describe('released migrations', () => {
  it('are unchanged, and every new one sorts after them (node scripts/launch.mjs record-migrations records a release)', () => {
    expect(migrationFaults(releasedMigrations(), migrationsIn())).toEqual([])
  })

  it('cover at least the schema of release 1.0.0', () => {
    expect(Object.keys(releasedMigrations())).toEqual(
      expect.arrayContaining(['0001_entities.sql', '0127_passkeys.sql']),
    )
  })

  const released = { '0001_a.sql': 'hash a', '0005_b.sql': 'hash b' }
  it.each([
    ['a changed file', { ...released, '0001_a.sql': 'another' }, '0001_a.sql was released and must not change'],
    ['a removed file', { '0005_b.sql': 'hash b' }, '0001_a.sql was released and is missing'],
    ['a file between released ones', { ...released, '0003_c.sql': 'hash c' }, '0003_c.sql is new and must sort after'],
    [
      'a number used twice',
      { ...released, '0006_c.sql': 'c', '0006_d.sql': 'd' },
      'Two migrations have the number 0006',
    ],
  ])('refuse %s', (_what, present, fault) => {
    const faults = migrationFaults(released, present)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(fault)
  })

  it('accept a new file that sorts last', () => {
    expect(migrationFaults(released, { ...released, '0006_c.sql': 'hash c' })).toEqual([])
  })
})
