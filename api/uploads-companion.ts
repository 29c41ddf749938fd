// The endpoints of Uppy's companion, over the portal's own store. Their names and shapes are Uppy's (version 5).
import { z } from 'zod'
import { Part, PartList } from '../domain/upload.ts'
import { change, create, read } from './kit/endpoint.ts'

const key = z.strictObject({ key: z.string().max(200) })
const none = z.object({})

/** Uppy adds other fields of a file, which are ignored. */
const about = z.object({ filename: z.string().max(2000).optional(), type: z.string().max(200).optional() })

export const uploadParameters = {
  ...read({
    path: '/api/companion/s3/params',
    who: 'signed-in',
    summary: 'Returns a URL for one PUT, like POST /api/objects/upload.',
    reply: z.object({
      method: z.literal('PUT'),
      url: z.string(),
      fields: none,
      headers: z.record(z.string(), z.string()),
      expires: z.int(),
    }),
  }),
  query: about,
}

export const startMultipart = create({
  path: '/api/companion/s3/multipart',
  who: 'signed-in',
  summary: 'Starts a multipart upload.',
  body: about.extend({ metadata: z.record(z.string(), z.unknown()).optional() }),
  reply: z.object({ uploadId: z.string(), key: z.string(), bucket: z.string() }),
})

export const listParts = {
  ...read({
    path: '/api/companion/s3/multipart/:id',
    who: 'signed-in',
    summary: 'Lists the parts that have been uploaded.',
    reply: z.array(Part),
  }),
  query: key,
}

export const signPart = {
  ...read({
    path: '/api/companion/s3/multipart/:id/:number',
    who: 'signed-in',
    summary: 'Returns a URL for one part (1 to 10000): one PUT within 15 minutes; `expires` is in seconds.',
    reply: z.object({ url: z.string(), expires: z.int() }),
  }),
  query: key,
}

export const completeMultipart = {
  ...change('POST', {
    path: '/api/companion/s3/multipart/:id/complete',
    who: 'signed-in',
    summary: 'Joins the listed parts. Its `location` is a documentURL. Repeating the call returns the same response.',
    body: PartList,
    reply: z.object({ location: z.string(), key: z.string(), bucket: z.string() }),
  }),
  query: key,
}

export const cancelMultipart = {
  ...change('DELETE', {
    path: '/api/companion/s3/multipart/:id',
    who: 'signed-in',
    summary: 'Cancels the upload and deletes its parts.',
    reply: none,
  }),
  query: key,
}

export const temporaryCredentials = read({
  path: '/api/companion/s3/sts',
  who: 'signed-in',
  summary: 'Not available (501): the portal does not issue credentials for its file store.',
  reply: none,
})

export const remoteFile = read({
  path: '/api/companion/api/:token',
  who: 'signed-in',
  summary: 'Not available (501): the portal does not fetch remote files.',
  reply: none,
})
