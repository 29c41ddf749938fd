import { AwsV4Signer } from 'aws4fetch'
import { expect, it } from 'vitest'
import { signed } from './s3-signature.ts'

const keys = { accessKeyId: 'portal', secretAccessKey: 'a secret', region: 'eu-west-1' }

it.each([
  ['GET', 'http://127.0.0.1:9000/bucket/objects/documents/0189-a', {}],
  [
    'PUT',
    'https://s3.example.com/bucket/parts/a%20b/1?uploadId=Zk~._-x%2F%3D+a&partNumber=2',
    { 'content-md5': 'abc' },
  ],
  ['GET', "https://s3.example.com:444/bucket?prefix=objects/it's(1)*!&list-type=2&a=1&a-b=2", { range: 'bytes=0-1' }],
  ['DELETE', 'http://store/bucket/objects/%C3%A4', {}],
] as const)('%s %s is signed as another hand signs it', async (method, url, headers) => {
  const at = new Date('2026-11-21T10:20:30.456Z')
  const other = await new AwsV4Signer({
    ...keys,
    method,
    url,
    headers: { ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    service: 's3',
    datetime: '20261121T102030Z',
    allHeaders: true,
  }).sign()
  expect(signed(method, new URL(url), headers, keys, at).authorization).toBe(other.headers.get('authorization'))
})
