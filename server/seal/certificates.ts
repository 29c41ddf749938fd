// Creates the portal's certificates: a root that people can trust once, and the sealing certificates below it, which
// are renewed.
import { createHash } from 'node:crypto'
import { type BaseBlock, BitString, Integer, OctetString, Sequence, Set, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  RelativeDistinguishedNames,
  type PublicKeyInfo,
  type Time,
} from 'pkijs'

export interface Certified {
  /** DER. */
  certificate: Buffer<ArrayBuffer>
  /** PKCS#8, DER, unencrypted. */
  privateKey: Buffer<ArrayBuffer>
}

const rootYears = 20
const sealingYears = 5
/** Clocks differ: a new seal must not be older than its certificate elsewhere. */
const backdatedHours = 24
/** P-256: fast to generate and sign with, and supported by everything that reads PAdES (docs/decisions/0052). */
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
/** RFC 9336 document signing, and email protection for older readers. */
const purposes = ['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4']
/** Key usage bits, from the left (RFC 5280 4.2.1.3). */
const uses = { digitalSignature: 0, nonRepudiation: 1, keyCertSign: 5, crlSign: 6 }

export async function makeRoot(organization: string, now: Date): Promise<Certified> {
  const keys = await newKeys()
  const root = await unsignedCertificate(organization, 'Document Seal Root', keys, now, rootYears)
  root.issuer = root.subject
  root.extensions = [
    extension('2.5.29.19', new BasicConstraints({ cA: true, pathLenConstraint: 0 }).toSchema(), { critical: true }),
    keyUsage(uses.keyCertSign, uses.crlSign),
    extension('2.5.29.14', identifierOf(root.subjectPublicKeyInfo)),
  ]
  return certified(root, keys, keys.privateKey)
}

export async function makeSealing(organization: string, root: Certified, now: Date): Promise<Certified> {
  const keys = await newKeys()
  const issuer = Certificate.fromBER(root.certificate)
  const signingKey = await crypto.subtle.importKey('pkcs8', root.privateKey, algorithm, false, ['sign'])
  const sealing = await unsignedCertificate(organization, 'Document Seal', keys, now, sealingYears)
  sealing.issuer = issuer.subject
  // A certificate must not outlive its issuer.
  if (issuer.notAfter.value < sealing.notAfter.value) sealing.notAfter = issuer.notAfter
  sealing.extensions = [
    extension('2.5.29.19', new BasicConstraints({ cA: false }).toSchema(), { critical: true }),
    keyUsage(uses.digitalSignature, uses.nonRepudiation),
    extension('2.5.29.37', new ExtKeyUsage({ keyPurposes: purposes }).toSchema()),
    extension('2.5.29.14', identifierOf(sealing.subjectPublicKeyInfo)),
    extension(
      '2.5.29.35',
      new AuthorityKeyIdentifier({ keyIdentifier: identifierOf(issuer.subjectPublicKeyInfo) }).toSchema(),
    ),
  ]
  return certified(sealing, keys, signingKey)
}

async function unsignedCertificate(organization: string, what: string, keys: CryptoKeyPair, now: Date, years: number) {
  const certificate = new Certificate({ version: 2, serialNumber: serialNumber(), subject: nameOf(organization, what) })
  const end = new Date(now)
  end.setUTCFullYear(now.getUTCFullYear() + years)
  setTime(certificate.notBefore, new Date(now.getTime() - backdatedHours * 3_600_000))
  setTime(certificate.notAfter, end)
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey)
  return certificate
}

async function certified(certificate: Certificate, keys: CryptoKeyPair, signingKey: CryptoKey): Promise<Certified> {
  await certificate.sign(signingKey, 'SHA-256')
  return {
    certificate: Buffer.from(certificate.toSchema().toBER()),
    privateKey: Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)),
  }
}

/** Dates from 2050 on use GeneralizedTime (RFC 5280 4.1.2.5). */
function setTime(time: Time, at: Date) {
  time.type = at.getUTCFullYear() < 2050 ? 0 : 1
  time.value = at
}

/** X.520 limits a name to 64 characters. */
function nameOf(organization: string, what: string): RelativeDistinguishedNames {
  const room = 64 - what.length - 1
  const short = Array.from(organization).slice(0, room).join('').trim()
  const part = (type: string, value: string) =>
    new Set({ value: [new AttributeTypeAndValue({ type, value: new Utf8String({ value }) }).toSchema()] })
  // Parsed from bytes: built from parts, all attributes would be in one set.
  const name = new Sequence({ value: [part('2.5.4.3', `${short} ${what}`), part('2.5.4.10', short)] })
  return RelativeDistinguishedNames.fromBER(name.toBER())
}

const extension = (extnID: string, value: BaseBlock, { critical = false } = {}) =>
  new Extension({ extnID, critical, extnValue: value.toBER() })

function keyUsage(...bits: number[]): Extension {
  const byte = bits.reduce((sum, bit) => sum | (0x80 >>> bit), 0)
  const bitString = new BitString({ valueHex: Uint8Array.of(byte), unusedBits: 7 - Math.max(...bits) })
  return extension('2.5.29.15', bitString, { critical: true })
}

/** SHA-1 of the key's bits (RFC 5280 4.2.1.2): an identifier, not a protection. */
const identifierOf = ({ subjectPublicKey }: PublicKeyInfo) =>
  new OctetString({
    valueHex: createHash('sha1').update(subjectPublicKey.valueBlock.valueHexView).digest(),
  })

/** Sixteen random bytes, positive and without a leading zero (RFC 5280 4.1.2.2). */
function serialNumber(): Integer {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return new Integer({ valueHex: bytes })
}

const newKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
