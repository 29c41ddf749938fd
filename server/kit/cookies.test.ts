import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { cookiesIn, readCookies } from './cookies.ts'

const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: true } as const

it('cookies are read by name, the first of two, and none by a name of JavaScript’s own', () => {
  expect({ ...cookiesIn('a=1; b = 2;a=3;=x; odd; c=d=e;') }).toEqual({ a: '1', b: '2', c: 'd=e' })
  expect(cookiesIn('')['toString']).toBeUndefined()
  expect(cookiesIn('__proto__=1')['constructor']).toBeUndefined()
})

it('several are set by one answer, and one is taken away; a value that would need quoting is refused', async () => {
  const app = Fastify()
  readCookies(app)
  app.get('/', async ({ cookies }, reply) => {
    reply.setCookie('a', 'x-_1', options).setCookie('b', 'y', { ...options, maxAge: 60, secure: false })
    return reply.clearCookie('c', options).send({ ...cookies })
  })
  app.get('/odd', async (_request, reply) => reply.setCookie('a', 'x; Domain=example.com', options).send({}))
  const answer = await app.inject({ url: '/', headers: { cookie: 'c=z' } })
  expect(answer.json()).toEqual({ c: 'z' })
  expect(answer.headers['set-cookie']).toEqual([
    'a=x-_1; Path=/; HttpOnly; Secure; SameSite=Lax',
    'b=y; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
    'c=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
  ])
  expect((await app.inject('/odd')).statusCode).toBe(500)
})
