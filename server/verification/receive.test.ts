import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { verificationLimitBytes } from '../../domain/verification.ts'
import { received } from './receive.ts'

const upload = () => Object.assign(new Readable({ read() {} }), { headers: {} }) as Readable & IncomingMessage
const file = Buffer.alloc(verificationLimitBytes)
const size = (bytes: Buffer) => Promise.resolve(bytes.length)

describe('files to verify', () => {
  it('of one network fill a third of the room, and the others have the rest', async () => {
    const [first, second, third, other] = [upload(), upload(), upload(), upload()]
    const held = [first, second].map((each) => received(each, '192.0.2.1', size))
    for (const each of [first, second]) each.push(file)
    const refused = received(third, '192.0.2.1', size)
    third.push('x')
    await expect(refused).rejects.toMatchObject({ code: 'unavailable' })
    const accepted = received(other, '192.0.2.2', size)
    other.push(file)
    other.push(null)
    expect(await accepted).toBe(verificationLimitBytes)
    for (const each of [first, second]) each.push(null)
    expect(await Promise.all(held)).toEqual([verificationLimitBytes, verificationLimitBytes])
    const next = upload()
    next.push('x')
    next.push(null)
    expect(await received(next, '192.0.2.1', size)).toBe(1)
  })

  it('are cut off if they take too long, even if bytes arrive all the time', async () => {
    const slow = upload()
    const drip = setInterval(() => slow.push('x'), 20)
    try {
      await expect(received(slow, '192.0.2.1', size, { seconds: 0.2 })).rejects.toMatchObject({ code: 'invalid' })
      expect(slow.destroyed).toBe(true)
    } finally {
      clearInterval(drip)
    }
  })
})
