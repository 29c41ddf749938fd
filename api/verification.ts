import { Verification, verificationLimitBytes } from '../domain/verification.ts'
import { change, raw } from './kit/endpoint.ts'

export const verifyFile = {
  ...change('POST', {
    path: '/api/verification',
    who: 'anyone',
    summary: `Returns whether a file is one that the portal sealed, and unchanged. The body is the file, up to ${verificationLimitBytes / 1_048_576} MB (413). Nothing of it is stored, and the response does not say whose it is.`,
    reply: Verification,
    rateLimit: {
      tries: 60,
      windowSeconds: 3600,
      sentence: 'You have verified many files in the last hour. Try again later.',
    },
    // The same bytes get the same result anyway, and an idempotency key would require storing them.
    storesNoReply: true,
  }),
  takes: 'application/pdf',
}

export const readSealCertificate = raw('GET', {
  path: '/api/verification/certificate',
  who: 'anyone',
  summary:
    'Returns the root certificate of the portal’s seals in PEM, for PDF readers that should trust them; if there are several, the current one first.',
})
