import { statusPath } from '../../domain/request-status.ts'
import type { ServiceRequest } from '../../domain/service-request.ts'
import { type Recipient, type Email, firm } from '../kit/record.ts'

/** To the visitor, right after they submitted the request. */
export const requestReceived = (request: ServiceRequest, token: string): Email => ({
  to: { email: request.email, userId: null, name: request.firstName },
  subject: `${firm} received your service request`,
  lines: [
    'Thank you for contacting us. We received your service request and will contact you within 24 hours.',
    `Your reference number is ${request.reference}. Use the link below to check the status of your request. Keep it private: anyone who has it can see that page.`,
  ],
  link: { label: 'Check request status', path: statusPath(token) },
  about: 'service-request',
})

/** The email subject for new requests; several new requests share one unread notification. */
export const newRequest = 'service-request-new'

/** To an administrator: the visitor was promised a response within 24 hours. */
export const requestSubmitted = (administrator: Recipient): Email => ({
  to: administrator,
  subject: `${firm} portal: new service request`,
  lines: ['Someone requested our services on the website. We promised to contact them within 24 hours.'],
  notice: 'New service request: respond within 24 hours',
  link: { label: 'View pending requests', path: '/?requests=pending' },
  about: newRequest,
})

/** To the folder's lead and administrators: a client was promised a response within 24 hours. */
export const moreServicesRequested = (to: Recipient): Email => ({
  to,
  subject: `${firm} portal: a client requests more services`,
  lines: ['A client requested more services in the portal. We promised to contact them within 24 hours.'],
  notice: 'A client requests more services: respond within 24 hours',
  link: { label: 'View pending requests', path: '/?requests=pending' },
  about: newRequest,
})

/** To the staff member to whom an administrator assigned a request. */
export const requestAssigned = (staff: Recipient, { businessName }: Pick<ServiceRequest, 'businessName'>): Email => ({
  to: staff,
  subject: `${firm} portal: a service request was assigned to you`,
  lines: ['An administrator assigned a service request to you.'],
  notice: `Service request assigned to you: ${businessName}`,
  link: { label: 'View your requests', path: '/?requests=in-progress' },
  about: 'service-request',
})

/**
 * To someone who can accept requests: the names of those that no one has accepted.
 * @param isLate the 24 hours have passed for at least one
 */
export function requestsWaiting(to: Recipient, names: readonly string[], isLate: boolean): Email {
  const [name = '', ...others] = names
  const one = others.length === 0
  const requests = one ? 'a service request' : `${names.length} service requests`
  const since = isLate ? 'More than 24 hours have passed' : 'More than 20 hours have passed'
  return {
    to,
    subject: `${firm} portal: ${requests} ${one ? 'is' : 'are'} ${isLate ? 'past 24 hours' : 'waiting'}`,
    lines: [
      `No one has accepted ${requests}. We promised contact within 24 hours.`,
      `${since}${one ? '' : ' for at least one of them'}.`,
    ],
    notice: `${isLate ? 'Past 24 hours' : 'Waiting for 20 hours'}: ${name}${one ? '' : `, and ${others.length} more`}`,
    link: { label: 'View pending requests', path: '/?requests=pending' },
    about: 'service-request-due',
  }
}
