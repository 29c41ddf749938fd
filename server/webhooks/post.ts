// One signed call to the address of a webhook (the Standard Webhooks specification).
import { Webhook } from 'standardwebhooks'
import { type Answer, postToPublicAddress } from '../kit/public-address.ts'

interface Message {
  url: string
  id: string
  secret: string
  payload: string
  now: Date
  /** Whether the call may go to an address on the firm's own network, and without TLS. */
  allowsPrivateAddresses: boolean
}

export const post = ({ url, id, secret, payload, now, allowsPrivateAddresses }: Message): Promise<Answer> =>
  postToPublicAddress({
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'HR-Portal-Webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, now, payload),
    },
    body: payload,
    allowsPrivateAddresses,
  })
