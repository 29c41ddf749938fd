import { statusPath } from '../../domain/request-status.ts'
import type { ServiceRequest } from '../../domain/service-request.ts'
import type { Addressee, Letter } from '../kit/record.ts'

/** To the visitor: we have it, and we keep our promise. */
export const requestReceived = (request: ServiceRequest, token: string): Letter => ({
  to: { email: request.email, userId: null, name: request.firstName },
  subject: 'We received your service request',
  lines: [
    'Thank you for asking us. We have your service request and will contact you within 24 hours.',
    `Your reference is ${request.reference}. The page below shows where your request stands; it is for you alone.`,
  ],
  link: { label: 'See where it stands', path: statusPath(token) },
  about: 'service-request',
})

/** What a letter about a new request is about, by which a burst of them is known as one. */
export const newRequest = 'service-request-new'

/** To an administrator: the promise of an answer within a day is running. */
export const requestCameIn = (administrator: Addressee): Letter => ({
  to: administrator,
  subject: 'A new service request is waiting',
  lines: ['Somebody asked for our services on the website. We promised to contact them within 24 hours.'],
  link: { label: 'See what is pending', path: '/?requests=pending' },
  about: newRequest,
})

/** To the staff member whom an administrator gave a request. */
export const requestAssigned = (staff: Addressee): Letter => ({
  to: staff,
  subject: 'A service request is assigned to you',
  lines: ['An administrator assigned a service request to you.'],
  link: { label: 'Open your dashboard', path: '/?requests=in-progress' },
  about: 'service-request',
})
