// A custom certificate with its key, from a PKCS#12 file.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { P12Signer } from '@libpdf/core'
import { EncryptedContentInfo, getCrypto, PFX, PKCS8ShroudedKeyBag, PrivateKeyInfo, type SafeContents } from 'pkijs'
import { sealPdf, type SealingKey } from './sign.ts'

/** DER. The key's own certificate comes first, then its issuers as far as the file has them. */
export interface OpenedP12 {
  certificates: Uint8Array[]
  /** PKCS#8. */
  privateKey: Uint8Array
}

/** The file cannot be used; the message is a sentence for the person who configured it. */
export class UnusableP12 extends Error {}

export async function openP12(file: Uint8Array, password: string): Promise<OpenedP12> {
  const signer = await P12Signer.create(file, password).catch(() => {
    throw new UnusableP12(unreadable)
  })
  const privateKey = await privateKeyIn(file, password)
  const all = [signer.certificate, ...signer.certificateChain].map((each) => new X509Certificate(each))
  const own = all.find((each) => each.checkPrivateKey(privateKey))
  if (own === undefined) throw new UnusableP12('SEAL_P12 has a key but no certificate that belongs to it.')
  assertStrongKey(own)
  const certificates = chainFrom(own, all).map((each) => Buffer.from(each.raw))
  await makeTrialSeal({ id: 'trial', certificates, retiredAt: null, privateKey }, own.validFromDate)
  return { certificates, privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }) }
}

/**
 * Of a file that the signer has opened, which has checked its integrity. The signer keeps the key to itself, and teaches
 * pkijs the ciphers of older programs (triple DES, RC2).
 */
async function privateKeyIn(file: Uint8Array, text: string): Promise<KeyObject> {
  const password = Uint8Array.from(Buffer.from(text)).buffer
  const pfx = PFX.fromBER(Uint8Array.from(file))
  await pfx.parseInternalValues({ checkIntegrity: false, password })
  const safe = pfx.parsedValue?.authenticatedSafe
  await safe?.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password })) })
  const parts: { value: SafeContents }[] = safe?.parsedValue.safeContents ?? []
  for (const { bagValue } of parts.flatMap(({ value }) => value.safeBags)) {
    if (bagValue instanceof PrivateKeyInfo) return pkcs8(bagValue.toSchema().toBER())
    if (bagValue instanceof PKCS8ShroudedKeyBag) return pkcs8(await decrypted(bagValue, password))
  }
  throw new UnusableP12(unreadable)
}

const pkcs8 = (der: ArrayBuffer) => createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' })

const decrypted = ({ encryptionAlgorithm, encryptedData }: PKCS8ShroudedKeyBag, password: ArrayBuffer) =>
  getCrypto(true).decryptEncryptedContentInfo({
    encryptedContentInfo: new EncryptedContentInfo({
      contentEncryptionAlgorithm: encryptionAlgorithm,
      encryptedContent: encryptedData,
    }),
    password,
  })

/** A minimal PDF with one empty page. */
const trial = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
xref
0 4
0000000000 65535 f\x20
0000000009 00000 n\x20
0000000052 00000 n\x20
0000000101 00000 n\x20
trailer<</Size 4/Root 1 0 R>>
startxref
160
%%EOF
`)

/** Fails at start rather than when a client has signed. */
async function makeTrialSeal(key: SealingKey, at: Date) {
  await sealPdf(trial, key, { reason: 'Trial', at, fieldName: 'Trial' }).catch(() => {
    throw new UnusableP12('The certificate in SEAL_P12 cannot create seals that can be verified.')
  })
}

const unreadable =
  'SEAL_P12 can’t be read: it must be a PKCS#12 file (.p12 or .pfx) with an RSA or P-256 key and its certificate, and SEAL_P12_PASSWORD must open it.'

function assertStrongKey({ publicKey }: X509Certificate) {
  const { modulusLength = 0, namedCurve } = publicKey.asymmetricKeyDetails ?? {}
  const isStrong = publicKey.asymmetricKeyType === 'rsa' ? modulusLength >= 2048 : namedCurve === 'prime256v1'
  if (!isStrong) throw new UnusableP12('The key in SEAL_P12 must be RSA of at least 2,048 bits, or of the curve P-256.')
}

/** The file may contain them in any order. */
function chainFrom(own: X509Certificate, all: X509Certificate[]): X509Certificate[] {
  const chain = [own]
  for (let last = own; chain.length < 10;) {
    const above = all.find((each) => !chain.includes(each) && last.checkIssued(each) && last.verify(each.publicKey))
    if (above === undefined) break
    chain.push(above)
    last = above
  }
  return chain
}
