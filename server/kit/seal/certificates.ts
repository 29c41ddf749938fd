// Making the portal's own certificates: a root that people may trust once, and the certificates that seal, renewed under it.
import 'reflect-metadata'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

export interface Certified {
  /** DER. */
  certificate: Buffer<ArrayBuffer>
  /** PKCS#8, DER, in the clear. */
  privateKey: Buffer<ArrayBuffer>
}

const rootYears = 20
const sealingYears = 5
/** Clocks differ: a seal of the first minute should not be older than its certificate somewhere else. */
const backdatedHours = 24
/** P-256: keys in a millisecond, seals in a fraction of one, and read by everything that reads PAdES (docs/decisions/0052). */
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
const signingAlgorithm = { ...algorithm, hash: 'SHA-256' }
/** RFC 9336: for signing documents. And e-mail protection, which readers older than that ask for. */
const purposes = ['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4']

export async function makeRoot(organization: string, now: Date): Promise<Certified> {
  const keys = await newKeys()
  const name = nameOf(organization, 'Document Seal Root')
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...validity(now, rootYears),
    serialNumber: serialNumber(),
    name,
    keys,
    signingAlgorithm,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificate: Buffer.from(certificate.rawData), privateKey: await exported(keys) }
}

export async function makeSealing(organization: string, root: Certified, now: Date): Promise<Certified> {
  const keys = await newKeys()
  const issuer = new X509Certificate(root.certificate)
  const signingKey = await crypto.subtle.importKey('pkcs8', root.privateKey, algorithm, false, ['sign'])
  const { notBefore, notAfter } = validity(now, sealingYears)
  const certificate = await X509CertificateGenerator.create({
    notBefore,
    // Nothing is valid for longer than what vouches for it.
    notAfter: notAfter < issuer.notAfter ? notAfter : issuer.notAfter,
    serialNumber: serialNumber(),
    subject: nameOf(organization, 'Document Seal'),
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
      new ExtendedKeyUsageExtension(purposes),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  })
  return { certificate: Buffer.from(certificate.rawData), privateKey: await exported(keys) }
}

/** As objects: a plain text with quotes in it would lose all that stands outside of them. X.520 gives a name 64 characters. */
function nameOf(organization: string, what: string): Name {
  const room = 64 - what.length - 1
  const short = Array.from(organization).slice(0, room).join('').trim()
  return new Name([{ CN: [{ utf8String: `${short} ${what}` }] }, { O: [{ utf8String: short }] }])
}

function validity(now: Date, years: number) {
  const notBefore = new Date(now.getTime() - backdatedHours * 3_600_000)
  const notAfter = new Date(now)
  notAfter.setUTCFullYear(now.getUTCFullYear() + years)
  return { notBefore, notAfter }
}

/** Sixteen random bytes, positive and without a leading zero (RFC 5280 4.1.2.2). */
function serialNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return Buffer.from(bytes).toString('hex')
}

const newKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

const exported = async (keys: CryptoKeyPair) => Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
