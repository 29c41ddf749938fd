// Strict parser for a seal: the signed message (CMS, RFC 5652) inside a PDF signature.
import { createHash, verify, X509Certificate } from 'node:crypto'
import { fromBER, type BaseBlock, type ObjectIdentifier, type OctetString, type UTCTime } from 'asn1js'
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  SignerInfo,
} from 'pkijs'

export interface Message {
  /** Signing time by the signer's clock. */
  at: Date
  /** SHA-256 of the signed bytes. */
  digest: Buffer
}

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  sha256WithEcdsa: '1.2.840.10045.4.3.2',
}

/**
 * Null unless the bytes are exactly the message that the holder of these certificates (its own first) creates with
 * these attributes, followed by zeros. So the unsigned parts of a message (padding, certificates, algorithm names) are
 * as fixed as the signed ones.
 */
export function messageBy(certificates: Buffer[], contents: Buffer): Message | null {
  try {
    return readMessage(certificates, contents)
  } catch {
    // Anything that the libraries cannot parse is not one of the portal's seals.
    return null
  }
}

function readMessage(certificates: Buffer[], contents: Buffer): Message | null {
  const own = new X509Certificate(certificates[0] as Buffer)
  const { result, offset } = fromBER(contents)
  if (offset === -1) return null
  const content = new ContentInfo({ schema: result })
  const [signer] = new SignedData({ schema: content.content }).signerInfos
  if (signer === undefined || !isSignedBy(own, signer)) return null
  const expected = onlyMessage(certificates, own, signer)
  const rest = contents.subarray(expected.length)
  if (!contents.subarray(0, expected.length).equals(expected) || rest.some((byte) => byte !== 0)) return null
  return statement(own, signer)
}

function isSignedBy(own: X509Certificate, signer: SignerInfo): boolean {
  if (signer.signedAttrs === undefined) return false
  const signed = Buffer.from(signer.signedAttrs.encodedValue)
  return verify('sha256', signed, own.publicKey, signer.signature.valueBlock.valueHexView)
}

/** The canonical message, rebuilt around the attributes and their signature. */
function onlyMessage(certificates: Buffer[], own: X509Certificate, { signedAttrs, signature }: SignerInfo): Buffer {
  const parsed = certificates.map((each) => Certificate.fromBER(new Uint8Array(each)))
  const [{ issuer, serialNumber }] = parsed as [Certificate]
  const isRsa = own.publicKey.asymmetricKeyType === 'rsa'
  const data = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: oid.sha256 })],
    certificates: parsed,
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
        digestAlgorithm: new AlgorithmIdentifier({ algorithmId: oid.sha256 }),
        signedAttrs,
        signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: isRsa ? oid.sha256WithRsa : oid.sha256WithEcdsa }),
        signature,
      }),
    ],
  })
  return Buffer.from(new ContentInfo({ contentType: oid.signedData, content: data.toSchema() }).toSchema().toBER())
}

/** Reads the signed attributes; each may appear once. */
function statement(own: X509Certificate, { signedAttrs }: SignerInfo): Message | null {
  const value = <T extends BaseBlock>(type: string) => {
    const [found, ...more] = signedAttrs?.attributes.filter((each) => each.type === type) ?? []
    return more.length === 0 && found?.values.length === 1 ? (found.values[0] as T) : null
  }
  const contentType = value<ObjectIdentifier>(oid.contentType)
  const digest = value<OctetString>(oid.messageDigest)
  const time = value<UTCTime>(oid.signingTime)
  const certificate = value(oid.signingCertificateV2)
  if (digest === null || time === null || certificate === null) return null
  if (contentType?.valueBlock.toString() !== oid.data) return null
  const hash = createHash('sha256').update(own.raw).digest()
  if (!Buffer.from(certificate.toBER()).includes(hash)) return null
  return { at: time.toDate(), digest: Buffer.from(digest.valueBlock.valueHexView) }
}
