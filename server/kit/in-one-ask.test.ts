import { describe, expect, it } from 'vitest'
import { inOneAsk } from './in-one-ask.ts'

/** A register of rooms and who is in them, and what it was asked. */
function register(rooms: Record<string, string>) {
  const asked: string[][] = []
  const find = inOneAsk(async (keys) => {
    asked.push(keys)
    if (keys.includes('broken')) throw new Error('The register is away')
    return new Map(keys.flatMap((key) => (rooms[key] === undefined ? [] : [[key, rooms[key]]])))
  })
  return { asked, find }
}

const nextTurn = () => new Promise((go) => setImmediate(go))

describe('what is asked in one turn', () => {
  it('is asked once, and each gets their own answer, or that there is none', async () => {
    const { asked, find } = register({ '12': 'Ann', '14': 'Ben' })
    expect(await Promise.all(['12', '14', '13', '12'].map(find))).toEqual(['Ann', 'Ben', null, 'Ann'])
    expect(asked).toEqual([['12', '14', '13']])
  })

  it('fails for those who asked in it, and for nobody after them', async () => {
    const { find } = register({ '12': 'Ann' })
    const both = await Promise.allSettled([find('12'), find('broken')])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await find('12')).toBe('Ann')
  })
})

it('a question is never answered with what was known before it was put', async () => {
  const rooms: Record<string, string> = { '12': 'Ann' }
  const { asked, find } = register(rooms)
  const first = find('12')
  await nextTurn()
  delete rooms['12']
  expect([await first, await find('12')]).toEqual(['Ann', null])
  expect(asked).toHaveLength(2)
})
