// Encrypted column format: version (1 byte), data key id (16), IV (12), tag (16), and the encrypted bytes.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { DataKey, DataKeys } from './data-keys.ts'
import { parse, stringify } from 'uuid'

const version = 1
const layout = { keyId: 1, iv: 17, tag: 29, text: 45 }

/** @param about purpose of the text (`hr-form-submissions 0198…`): it decrypts only with the same value */
export async function encryptText(keys: DataKeys, text: string, about: string): Promise<Buffer> {
  const dataKey = await keys.inUse()
  const iv = randomBytes(layout.tag - layout.iv)
  const cipher = createCipheriv('aes-256-gcm', keyOf(dataKey), iv).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), parse(dataKey.id), iv, cipher.getAuthTag(), sealed])
}

/** Throws unless the text was encrypted for this purpose and is unchanged. */
export async function decryptText(keys: DataKeys, box: Buffer, about: string): Promise<string> {
  if (box[0] !== version || box.length < layout.text) throw new Error('This value was not encrypted by the portal')
  const dataKey = await keys.byId(stringify(box.subarray(layout.keyId, layout.iv)))
  const iv = box.subarray(layout.iv, layout.tag)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(dataKey), iv, { authTagLength: 16 })
  decipher.setAAD(Buffer.from(about)).setAuthTag(box.subarray(layout.tag, layout.text))
  return decipher.update(box.subarray(layout.text), undefined, 'utf8') + decipher.final('utf8')
}

const derived = new WeakMap<DataKey, Buffer>()

function keyOf(dataKey: DataKey): Buffer {
  const key = derived.get(dataKey) ?? dataKey.derive('boxes', Buffer.alloc(0))
  derived.set(dataKey, key)
  return key
}
