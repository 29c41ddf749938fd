// The browser's part of push notifications: permission, and the subscription at its push service.
import type { PushSubscriptionInput } from '../../domain/push-subscription.ts'
import { CallError } from '../kit/call.ts'
import { type PushSupport, texts } from './words.ts'

/** iPhones and iPads have push only in a web app on the Home Screen. iPads call themselves Macs. */
export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'blocked' : 'ready'
  const isTablet = navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1
  return /iPhone|iPad/.test(navigator.userAgent) || isTablet ? 'install-first' : 'unsupported'
}

const pushManager = async () => (await navigator.serviceWorker.getRegistration())?.pushManager

export async function isSubscribed(): Promise<boolean> {
  if (pushSupport() !== 'ready') return false
  return ((await (await pushManager())?.getSubscription()) ?? null) !== null
}

/** Asks for permission and subscribes, in place of an earlier subscription, which may have another key. */
export async function subscribe(publicKey: string): Promise<PushSubscriptionInput> {
  if ((await Notification.requestPermission()) !== 'granted') throw pushError(texts.notAllowed)
  const manager = await pushManager()
  if (manager === undefined) throw pushError(texts.notReady)
  await unsubscribe()
  try {
    const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
    return { endpoint, keys: { p256dh, auth } }
  } catch (error) {
    if (error instanceof DOMException) throw pushError(texts.noPushService)
    throw error
  }
}

export async function unsubscribe(): Promise<void> {
  await (await (await pushManager())?.getSubscription())?.unsubscribe()
}

const pushError = (sentence: string) => new CallError({ status: 0, text: sentence, code: 'push', sentence })
