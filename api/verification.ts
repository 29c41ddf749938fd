import { Verification, verificationLimitBytes } from '../domain/verification.ts'
import { change, raw } from './kit/endpoint.ts'

export const verifyFile = {
  ...change('POST', {
    path: '/api/verification',
    who: 'anyone',
    summary: `Says whether a file (its bytes are the body, at most ${verificationLimitBytes / 1_048_576} MB, 413) is one that the portal sealed, and unchanged. Nothing of it is kept, and nothing is said of whose it is.`,
    reply: Verification,
    rateLimit: {
      tries: 60,
      windowSeconds: 3600,
      sentence: 'These are many files within an hour. Please try again later.',
    },
    // The same bytes get the same answer anyway, and a key would have to remember them.
    keepsNoAnswer: true,
  }),
  takes: 'application/pdf',
}

export const readSealCertificate = raw('GET', {
  path: '/api/verification/certificate',
  who: 'anyone',
  summary:
    'The root certificate of the portal’s seals, in PEM, for whoever wants their PDF reader to trust them; the one in use first, should there be several.',
})
