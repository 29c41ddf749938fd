import { expect, it } from 'vitest'
import { inSteps, ridgePath } from './ridge-path.ts'

it('draws the same ridge for the same seed, and another for another', () => {
  expect(ridgePath(91, 150, 34, 0.6)).toBe(ridgePath(91, 150, 34, 0.6))
  expect(ridgePath(91, 150, 34, 0.6)).not.toBe(ridgePath(92, 150, 34, 0.6))
})

it('is the formula of the design language, to the email', () => {
  const rng = (s: number) => () => (s = (s * 1664525 + 1013904223) >>> 0) / 4294967296
  const reference = (seed: number, base: number, amp: number, detail = 1, w = 1440, h = 460) => {
    const r = rng(seed)
    for (let i = 0; i < 5; i++) r()
    const waves = Array.from({ length: 9 }, (_, i) => ({
      f: 1.62 ** i * (0.55 + r() * 0.3),
      p: r() * 6.283,
      a: amp * (0.56 + 0.06 * detail) ** i * (0.7 + r() * 0.5),
    }))
    let d = ''
    let px = 0
    let py = 0
    for (let i = 0; i <= 96; i++) {
      let y = 0
      for (const k of waves) y += Math.sin((i / 96) * 6.283 * k.f + k.p) * k.a
      const X = Math.round((i / 96) * w)
      const Y = Math.round(base - y)
      const mx = Math.round((px + X) / 2)
      const my = Math.round((py + Y) / 2)
      d += i === 0 ? `M0 ${h}V${Y}` : i === 1 ? `L${mx} ${my}` : `Q${px} ${py} ${mx} ${my}`
      px = X
      py = Y
    }
    return `${d}L${w} ${py}V${h}Z`
  }
  expect(ridgePath(17, 205, 30, 0.8)).toBe(reference(17, 205, 30, 0.8))
  expect(ridgePath(64, 82, 18, -2.2, 480, 120)).toBe(reference(64, 82, 18, -2.2, 480, 120))
})

it('is the same line in steps', () => {
  expect(inSteps('M0 460V183L8 184Q15 180 23 184L1440 300V460Z')).toBe('M0 460v-277l8 1q7-4 15 0l1417 116v160Z')
  let [x, y] = [0, 0]
  const ends = inSteps(ridgePath(91, 150, 34, 0.6)).matchAll(/([lqv])([^a-zA-Z]+)/g)
  for (const [, command, text = ''] of ends) {
    const steps = (text.match(/-?\d+/g) ?? []).map(Number)
    if (command !== 'v') x += steps.at(-2) ?? 0
    y += steps.at(-1) ?? 0
  }
  expect([x, y + 460]).toEqual([1440, 460])
})
