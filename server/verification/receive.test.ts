import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { verificationLimitBytes } from '../../domain/verification.ts'
import { received, type Sender } from './receive.ts'

const upload = () => Object.assign(new Readable({ read() {} }), { headers: {} }) as Readable & IncomingMessage
const file = Buffer.alloc(verificationLimitBytes)
const visitor = (n: number) => ({ network: `192.0.2.${n}`, userId: null })
const size = (bytes: Buffer) => Promise.resolve(bytes.length)

describe('files to verify', () => {
  it('from one network use at most a third of the space, so that others can use the rest', async () => {
    const [first, second, third, other] = [upload(), upload(), upload(), upload()]
    const held = [first, second].map((each) => received(each, visitor(1), size))
    for (const each of [first, second]) each.push(file)
    const refused = received(third, visitor(1), size)
    third.push('x')
    await expect(refused).rejects.toMatchObject({ code: 'unavailable' })
    const accepted = received(other, visitor(2), size)
    other.push(file)
    other.push(null)
    expect(await accepted).toBe(verificationLimitBytes)
    for (const each of [first, second]) each.push(null)
    expect(await Promise.all(held)).toEqual([verificationLimitBytes, verificationLimitBytes])
    const next = upload()
    next.push('x')
    next.push(null)
    expect(await received(next, visitor(1), size)).toBe(1)
  })

  it('are verified two at a time for each sender and six in all', async () => {
    const gate = Promise.withResolvers<void>()
    const verify = (sender: Sender) => {
      const complete = upload()
      complete.push('x')
      complete.push(null)
      return received(complete, sender, () => gate.promise)
    }
    const user = { ...visitor(1), userId: 'ann' }
    const senders = [visitor(1), visitor(1), user, user, visitor(2)]
    const waiting = senders.map(verify)
    const tooMany = {
      code: 'too-many',
      message: 'Two of your files are still being verified. Wait for a result first.',
      retryAfterSeconds: 5,
    }
    await expect(verify(visitor(1))).rejects.toMatchObject(tooMany)
    await expect(verify(user)).rejects.toMatchObject(tooMany)
    waiting.push(verify(visitor(2)))
    await expect(verify(visitor(3))).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Many files are being verified. Try again in a moment.',
    })
    gate.resolve()
    await Promise.all(waiting)
    await verify(visitor(3))
  })

  it('are cut off if they take too long, even if bytes arrive all the time', async () => {
    const slow = upload()
    const drip = setInterval(() => slow.push('x'), 20)
    try {
      await expect(received(slow, visitor(1), size, { seconds: 0.2 })).rejects.toMatchObject({ code: 'invalid' })
      expect(slow.destroyed).toBe(true)
    } finally {
      clearInterval(drip)
    }
  })
})
