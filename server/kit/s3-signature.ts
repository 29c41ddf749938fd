// Signs a call to the store: AWS Signature Version 4, without the body's hash, which would have to be known before the first byte.
import { createHash, createHmac } from 'node:crypto'

export interface Signer {
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/**
 * The headers that go with the call, its own among them.
 * @param headers in small letters; all of them are signed
 */
export function signed(
  method: string,
  url: URL,
  headers: Record<string, string>,
  { region, accessKeyId, secretAccessKey }: Signer,
  at = new Date(),
): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const all: Record<string, string> = { ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'x-amz-date': time }
  const names = ['host', ...Object.keys(all)].toSorted()
  const lines = names.map((name) => `${name}:${name === 'host' ? url.host : all[name]}\n`).join('')
  const list = names.join(';')
  const call = [method, encodedPath(url), encodedQuery(url), lines, list, 'UNSIGNED-PAYLOAD'].join('\n')
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(call).digest('hex')].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${secretAccessKey}`)
  const signature = hmac(key, text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${list}, Signature=${signature}`
  return { ...all, authorization }
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Stricter than a browser: five more signs are written as numbers. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const encodedPath = ({ pathname }: URL) =>
  pathname
    .split('/')
    .map((part) => encoded(decodeURIComponent(part)))
    .join('/')

const encodedQuery = ({ searchParams }: URL) =>
  [...searchParams]
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')
