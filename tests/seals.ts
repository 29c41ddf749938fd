// Inspects seals with other programs: openssl, poppler's pdfsig, and manually with Node's crypto.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, verify, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Reader } from '../server/kit/db.ts'
import { typed } from '../server/kit/row-types.ts'

export const isInstalled = (program: string) => spawnSync(program, ['--help']).error === undefined

/** The bytes that a signature covers, and the signed message without padding. */
export function takeApart(file: Buffer) {
  const text = file.toString('latin1')
  const [, start = '', end = '', rest = ''] = /\/ByteRange \[0 (\d+) +(\d+) +(\d+) *\][^]*$/.exec(
    text.slice(text.lastIndexOf('/ByteRange')),
  ) as string[]
  const contents = Buffer.from(text.slice(Number(start) + 1, Number(end) - 1), 'hex')
  const signed = Buffer.concat([
    file.subarray(0, Number(start)),
    file.subarray(Number(end), Number(end) + Number(rest)),
  ])
  return { signed, message: contents.subarray(0, lengthOf(contents, 0)), gap: [Number(start), Number(end)] as const }
}

/** Without a library: the digest attribute, the attributes as a set, and the signature over them at the very end. */
export function isSignedByHand(file: Buffer, certificate: X509Certificate): boolean {
  const { signed, message } = takeApart(file)
  const digest = Buffer.concat([
    Buffer.from('06092a864886f70d010904312204' + '20', 'hex'),
    createHash('sha256').update(signed).digest(),
  ])
  const contentType = Buffer.from('06092a864886f70d010903', 'hex')
  // [0] { SEQUENCE { contentType … } …: the attributes begin four or six bytes before the first one's name.
  const first = message.lastIndexOf(contentType) - 2
  const begin = [4, 3, 2].map((back) => first - back).find((at) => message[at] === 0xa0) as number
  const attributes = Buffer.from(message.subarray(begin, begin + lengthOf(message, begin)))
  attributes[0] = 0x31
  const algorithm = begin + attributes.length
  const octets = algorithm + lengthOf(message, algorithm)
  const signature = message.subarray(octets + lengthOf(message, octets) - valueLength(message, octets))
  return attributes.includes(digest) && verify('sha256', attributes, certificate.publicKey, signature)
}

/** Whether openssl verifies the message, with a certificate under this root, for these bytes. */
export function opensslAccepts(file: Buffer, root: string, at: Date): boolean {
  return inFolder((folder) => {
    const { signed, message } = takeApart(file)
    writeFileSync(join(folder, 'message.der'), message)
    writeFileSync(join(folder, 'signed'), signed)
    writeFileSync(join(folder, 'root.pem'), root)
    const time = String(Math.floor(at.getTime() / 1000))
    const given = ['-in', 'message.der', '-content', 'signed', '-CAfile', 'root.pem', '-attime', time, '-out', 'out']
    const ran = spawnSync('openssl', ['cms', '-verify', '-binary', '-inform', 'DER', '-purpose', 'any', ...given], {
      cwd: folder,
    })
    return ran.status === 0
  })
}

/** What poppler reports about each signature in the file. */
export const pdfsig = (file: Uint8Array): string =>
  inFolder((folder) => {
    writeFileSync(join(folder, 'file.pdf'), file)
    return spawnSync('pdfsig', ['-nocert', 'file.pdf'], { cwd: folder, encoding: 'utf8' }).stdout
  })

const legacy = ' -certpbe PBE-SHA1-3DES -keypbe PBE-SHA1-3DES -macalg sha1'

/** A custom certificate in a PKCS#12 file: under a CA, with an RSA key of this size. */
export const p12 = (password: string, { bits = 2048, days = 900, isLegacy = false } = {}): Buffer =>
  inFolder((folder) => {
    const openssl = (line: string) => execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'pipe' })
    openssl('req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 3000 -subj /CN=Elsewhere/O=Elsewhere')
    openssl(`req -newkey rsa:${bits} -nodes -keyout own.key -out own.csr -subj /CN=Old.Dominion/O=Old.Dominion`)
    openssl(`x509 -req -in own.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days ${days} -out own.pem`)
    return openssl(
      `pkcs12 -export -inkey own.key -in own.pem -certfile ca.pem -passout pass:${password}${isLegacy ? legacy : ''}`,
    ) as unknown as Buffer
  })

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'portal-seals-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Of a DER value, including its header. */
function lengthOf(bytes: Buffer, at: number): number {
  const first = bytes[at + 1] as number
  return first < 0x80 ? 2 + first : 2 + (first & 0x7f) + bytes.readUIntBE(at + 2, first & 0x7f)
}

function valueLength(bytes: Buffer, at: number): number {
  const first = bytes[at + 1] as number
  return first < 0x80 ? first : bytes.readUIntBE(at + 2, first & 0x7f)
}

/** The certificate that a test app seals with. */
export async function sealerOf(db: Reader): Promise<X509Certificate> {
  const { certificates } = await db.one(typed(z.object({ certificates: z.array(z.instanceof(Buffer)) }))`
    select certificates from seal_keys where purpose = 'sealing' order by id desc limit 1`)
  return new X509Certificate(certificates[0] as Buffer)
}
