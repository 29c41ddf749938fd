// Two editors with random steps, sequential and concurrent. An editor with an outdated version is refused with a
// message, and changes nothing.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../test-app.ts'
import { count } from './measured.ts'

const seed = Number(process.env.FUZZ_SEED ?? 20_260_731)
const interleavings = count(300, 1000)

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const editors = ['alice', 'mona'] as const
type Editor = (typeof editors)[number]

it(
  `G2: ${interleavings} steps of two editors overwrite nothing silently (seed ${seed})`,
  { timeout: 180_000 },
  async () => {
    const url = `/api/client-folders/${testApp.folders.acme.id}`
    const read = async () => (await testApp.alice.get(url)).body as { version: number; services: string }
    const saw: Record<Editor, number> = { alice: (await read()).version, mona: (await read()).version }
    let now = await read()
    const done = { written: 0, refused: 0, races: 0 }
    const write = (who: Editor, services: string) =>
      testApp[who].patch(url, { services }, { 'if-match': `"${saw[who]}"` })

    const step = fc.constantFrom(
      'alice reads',
      'mona reads',
      'alice writes',
      'mona writes',
      'both write',
      'both read' as const,
    )
    const steps = fc.sample(step, { seed, numRuns: interleavings })
    for (const [index, each] of steps.entries()) {
      const who = editors.filter((name) => each.startsWith(name) || each.startsWith('both'))
      if (each.endsWith('s') ? each.endsWith('reads') : each === 'both read') {
        for (const name of who) saw[name] = now.version
        continue
      }
      const answers = await Promise.all(who.map((name) => write(name, `${name} ${index}`)))
      if (who.length === 2) done.races++
      const good = who.filter((_, i) => answers[i]?.status === 200)
      const fresh = who.filter((name) => saw[name] === now.version)
      expect(good.length, `step ${index}: ${each}`).toBe(Math.min(fresh.length, 1))
      for (const answer of answers) expect([200, 412]).toContain(answer.status)
      for (const answer of answers.filter(({ status }) => status === 412))
        expect(answer.body.code).toBe('stale-version')
      const before = now
      now = await read()
      const [winner] = good
      expect(now).toMatchObject(
        winner === undefined
          ? { version: before.version, services: before.services }
          : { version: before.version + 1, services: `${winner} ${index}` },
      )
      if (winner !== undefined) saw[winner] = now.version
      done.written += good.length
      done.refused += who.length - good.length
    }
    expect(done.written).toBeGreaterThan(interleavings / 10)
    expect(done.refused).toBeGreaterThan(interleavings / 10)
    expect(done.races).toBeGreaterThan(interleavings / 10)
  },
)
