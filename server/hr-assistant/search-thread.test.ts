// What the assistant says to questions that the library can't answer by its nature, and what a long question costs everyone else.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxQuestionCharacters } from '../../domain/hr-assistant.ts'
import { createWorld, type World } from '../../tests/world.ts'
import { libraryOf } from './library.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await libraryOf(world.db).load()
})
afterAll(() => world.close())

const base = '/api/hr-assistant'
const ask = async (query: string) => (await world.ann.post(base, { query })).body

describe('a question that the library cannot answer by its nature', () => {
  it('about another state is told that the library covers Virginia only, and reaches the team’s queue', async () => {
    const answer = await ask('What is the minimum wage in NC?')
    expect(answer).toMatchObject({ kind: 'other-jurisdiction', passages: [], allowed: ['rate', 'hand-over'] })
    expect(answer.response).toMatch(/^This library covers Virginia only\./)
    expect(answer.confidence).toBeLessThan(50)
    const queue = (await world.sam.get(`${base}/queue`)).body
    expect(queue.map(({ id }: { id: string }) => id)).toContain(answer.id)
  })

  it('in Spanish is told so in Spanish, and can be passed on', async () => {
    const answer = await ask('¿Cuánto tiempo tengo para pagar el último cheque?')
    expect(answer).toMatchObject({ kind: 'other-language', language: 'es', passages: [] })
    expect(answer.response).toContain('nuestro equipo')
    expect(answer.allowed).toContain('hand-over')
  })

  it('in another language is told so in English and Spanish', async () => {
    const { kind, response } = await ask('Quel est le salaire minimum pour un employé ?')
    expect([kind, response]).toEqual(['other-language', expect.stringMatching(/English only[^]*en inglés/)])
  })
})

describe('the longest question', () => {
  const odd = Array.from({ length: 300 }, (_, i) => `${i.toString(36).repeat(2)}zq`).join(' ')
  const longest = [
    odd,
    'xqzjvk '.repeat(200),
    'overtmie salrey vacaton '.repeat(60),
    'ow '.repeat(500),
    '<'.repeat(1000),
  ].map((text) => text.slice(0, maxQuestionCharacters))

  it('never holds the main thread for 50 ms', async () => {
    await ask(longest[0] as string)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    for (const query of longest) expect((await world.ann.post(base, { query })).status).toBe(201)
    delay.disable()
    // The measure includes the 5 ms between two looks, and what else runs on the machine: nine of ten must be far below the bar.
    expect(delay.percentile(95) / 1e6).toBeLessThan(50)
  })

  it('is answered within a second by the thread', async () => {
    const library = libraryOf(world.db)
    for (const query of longest) {
      const began = performance.now()
      await library.answer(query, 0)
      expect(performance.now() - began).toBeLessThan(1000)
    }
  })

  it('is refused above 1,000 characters', async () => {
    expect((await world.ann.post(base, { query: 'x'.repeat(maxQuestionCharacters + 1) })).status).toBe(400)
    expect((await world.ann.post(`${base}/stream`, { query: 'x'.repeat(maxQuestionCharacters + 1) })).status).toBe(400)
  })
})
