// Replies to questions that no library can answer, and the cost of a long question for other requests.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxQuestionCharacters } from '../../domain/hr-assistant.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { libraryOf } from './library.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await libraryOf(testApp.db).load()
})
afterAll(() => testApp.close())

const base = '/api/hr-assistant'
const ask = async (query: string) => (await testApp.ann.post(base, { query })).body

describe('a question outside the library', () => {
  it('is declined as outside Virginia for another state, and reaches the team’s queue', async () => {
    const answer = await ask('What is the minimum wage in NC?')
    expect(answer).toMatchObject({ kind: 'other-jurisdiction', passages: [], allowed: ['rate', 'export', 'hand-over'] })
    expect(answer.response).toMatch(/^This library covers Virginia only\./)
    expect(answer.confidence).toBeLessThan(50)
    const queue = (await testApp.sam.get(`${base}/queue`)).body
    expect(queue.map(({ id }: { id: string }) => id)).toContain(answer.id)
  })

  it.each(['¿Cuál es el salario mínimo en Nueva York?', '¿Se pagan horas extras en Carolina del Norte?'])(
    'is declined the same way for another state in Spanish: %s',
    async (query) => {
      const answer = await ask(query)
      expect(answer).toMatchObject({ kind: 'other-jurisdiction', language: 'es', passages: [] })
      expect(answer.response).toMatch(/^This library covers Virginia only\.[^]*Esta biblioteca solo cubre Virginia\./)
    },
  )

  it('is declined for another state in a follow-up that does not mention work', async () => {
    const { id } = await ask('What is the minimum wage?')
    const { body } = await testApp.ann.post(base, { query: 'What about NYC?', previousId: id })
    expect(body.response).toMatch(/^This library covers Virginia only\./)
    expect((await ask('What about NYC?')).kind).toBe('other-jurisdiction')
  })

  it('about another state is not answered by a verified answer for Virginia', async () => {
    const [passage] = (await testApp.sam.get(`${base}/passages?q=${encodeURIComponent('meal break')}`)).body
    const { policyId, anchor } = passage
    const checked = await testApp.sam.post(`${base}/verified-answers`, {
      question: 'How long do zebra keepers rest between two night shifts?',
      answer: 'They rest for eight hours.',
      passages: [{ policyId, anchor }],
    })
    expect(checked.status, checked.text).toBe(201)
    expect((await ask('How long do zebra keepers rest between two night shifts?')).response).toContain('eight hours')
    const other = await ask('How long do zebra keepers rest between two night shifts in NC?')
    expect([other.kind, other.response.includes('eight hours')]).toEqual(['other-jurisdiction', false])
  })

  it('is declined in Spanish if asked in Spanish, and can be sent to the team', async () => {
    const answer = await ask('¿Cuál es el mejor restaurante de la ciudad para una fiesta de cumpleaños?')
    expect(answer).toMatchObject({ kind: 'other-language', language: 'es', passages: [] })
    expect(answer.response).toContain('nuestro equipo')
    expect(answer.allowed).toContain('hand-over')
  })

  it('is declined in English and Spanish if asked in another language', async () => {
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

  it('is searched for outside the main thread', async () => {
    await ask(longest[0] as string)
    const [onMain, inAll] = [process.threadCpuUsage(), process.cpuUsage()]
    for (const query of longest) expect((await testApp.ann.post(base, { query })).status).toBe(201)
    const [main, all] = [process.threadCpuUsage(), process.cpuUsage(inAll)]
    expect(main.user - onMain.user).toBeLessThan(all.user / 2)
  })

  it('is answered within a second by the thread', async () => {
    const library = libraryOf(testApp.db)
    for (const query of longest) {
      const began = process.cpuUsage()
      await library.answer({ query, reserved: 0, context: null, employer: { headCount: null, sector: null } })
      const { user, system } = process.cpuUsage(began)
      expect((user + system) / 1000).toBeLessThan(1000)
    }
  })

  it('is refused above 1,000 characters', async () => {
    expect((await testApp.ann.post(base, { query: 'x'.repeat(maxQuestionCharacters + 1) })).status).toBe(400)
    expect((await testApp.ann.post(`${base}/stream`, { query: 'x'.repeat(maxQuestionCharacters + 1) })).status).toBe(
      400,
    )
  })
})
