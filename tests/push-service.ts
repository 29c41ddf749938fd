// A push service and the browsers that use it: receives notifications, and reads them as a browser does (RFC 8291, RFC
// 8292), with none of the code that wrote them.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { PushMessage } from '../domain/push-subscription.ts'

export interface ReceivedPush {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Its responses can be changed; 0 closes the connection without one. */
export async function startPushService() {
  const received: ReceivedPush[] = []
  const behavior = { status: 201 }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    received.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) })
    if (behavior.status === 0) return void request.socket.destroy()
    response.writeHead(behavior.status).end()
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let count = 0
  return {
    origin,
    received,
    behavior,
    /** A browser with a new subscription. */
    browser: () => subscribedBrowser(`${origin}/push/${++count}`, received),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

export type PushBrowser = ReturnType<typeof subscribedBrowser>

function subscribedBrowser(endpoint: string, received: ReceivedPush[]) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const own = () => received.filter(({ path }) => endpoint.endsWith(path))
  return {
    subscription: {
      endpoint,
      keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    /** As they came. */
    received: own,
    /** What it would show. */
    messages: (): PushMessage[] => own().map(({ body }) => PushMessage.parse(JSON.parse(decrypted(body)))),
  }

  function decrypted(body: Buffer): string {
    const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)]
    const sender = body.subarray(21, 21 + idLength)
    const record = body.subarray(21 + idLength)
    const shared = pair.computeSecret(sender)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
    const secret = hkdf(shared, auth, info, 32)
    const key = hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
    const nonce = hkdf(secret, salt, 'Content-Encoding: nonce\0', 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
    // The last record ends with 2, and perhaps padding.
    return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
  }
}

const hkdf = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

export interface VapidClaims {
  aud: string
  exp: number
  sub: string
}

/** The claims of the sender's token; throws unless it was signed with this public key. */
export function verifiedClaims({ headers }: ReceivedPush, publicKey: string): VapidClaims {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  if (key !== publicKey) throw new Error('Another key than the browser subscribed with')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  const [head = '', claims = '', signature = ''] = token.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('The token isn’t signed with this key')
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as VapidClaims
}
