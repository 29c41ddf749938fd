import { z } from 'zod'
import { UploadAddress } from '../domain/upload.ts'
import { create, raw } from './kit/endpoint.ts'

const token = { token: z.string().max(100).default('') }

export const startUpload = create({
  path: '/api/objects/upload',
  who: 'signed-in',
  summary:
    'Returns a URL for the bytes of one file: one PUT within 15 minutes, up to 10,485,760 bytes for clients and 200 MB for the team. At most 20 a minute and 100 a day (429); 507 when the disk is nearly full.',
  reply: UploadAddress,
})

export const storeUpload = raw('PUT', {
  path: '/api/objects/upload/:id',
  who: 'anyone',
  summary:
    'Stores the bytes of a file, of any type, from anyone with the URL; returns an ETag. 403 in XML after the URL has expired, 409 for a second PUT, 413 above the size limit.',
  query: token,
})

export const storeUploadPart = raw('PUT', {
  path: '/api/objects/upload/:id/parts/:number',
  who: 'anyone',
  summary: 'Stores the bytes of one part of a multipart upload. Sending a part again replaces it.',
  query: token,
})
