// The scoreboard names tests; one that was moved or renamed would only be missed when the scoreboard is next made.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checks } from '../trust/checks.ts'
import { fileOf } from '../trust/named-tests.ts'

const root = join(import.meta.dirname, '../..')

/** Named by what they go through: `for the ${who}`. */
const madeOfParts = ['tests/guards/rights.test.ts: for the colleague']

const named = [...new Set(checks.flatMap(({ tests = [] }) => tests))].filter((each) => !madeOfParts.includes(each))

it.each(named)('%s is there', (each) => {
  const file = fileOf(each)
  expect(existsSync(join(root, file)), file).toBe(true)
  expect(readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'")).toContain(each.slice(file.length + 2))
})
