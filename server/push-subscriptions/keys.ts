// The keys of push notifications: the portal's own, and those of a subscription.
import { createECDH } from 'node:crypto'
import { PushSubscriptionInput } from '../../domain/push-subscription.ts'
import { isLoopback } from '../settings.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import { decryptText, encryptText } from '../kit/field-encryption.ts'

const curve = 'prime256v1'

/**
 * The key pair that identifies the portal to push services (VAPID), in base64url. It is derived from the first data key,
 * so it is stored nowhere, and is the same on every instance and after a restore.
 */
export async function vapidKeys(keys: DataKeys): Promise<{ publicKey: string; privateKey: string }> {
  const bytes = (await keys.oldest()).derive('web push', Buffer.alloc(0))
  const pair = createECDH(curve)
  pair.setPrivateKey(bytes)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: bytes.toString('base64url') }
}

/** Browsers allow push only on a secure origin: https, or the machine itself. */
export function canPush(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || isLoopback(hostname)
}

/** Whether messages can be encrypted for this public key. */
export function isPublicKey(p256dh: string): boolean {
  try {
    const own = createECDH(curve)
    own.generateKeys()
    own.computeSecret(p256dh, 'base64url')
    return true
  } catch {
    return false
  }
}

const about = (endpointHash: string) => `push_subscriptions ${endpointHash}`

export const encryptSubscription = (keys: DataKeys, endpointHash: string, subscription: PushSubscriptionInput) =>
  encryptText(keys, JSON.stringify(subscription), about(endpointHash))

export const decryptSubscription = async (keys: DataKeys, endpointHash: string, encrypted: Buffer) =>
  PushSubscriptionInput.parse(JSON.parse(await decryptText(keys, encrypted, about(endpointHash))))
