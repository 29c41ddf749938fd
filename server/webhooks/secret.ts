import { randomBytes } from 'node:crypto'
import { decryptText, encryptText } from '../kit/field-encryption.ts'
import type { DataKeys } from '../kit/data-keys.ts'

/** In the format of the Standard Webhooks specification. */
export const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`

const about = (webhookId: string) => `webhooks ${webhookId}`

export const encryptSecret = (keys: DataKeys, webhookId: string, secret: string) =>
  encryptText(keys, secret, about(webhookId))

export const decryptSecret = (keys: DataKeys, webhookId: string, encrypted: Buffer) =>
  decryptText(keys, encrypted, about(webhookId))
